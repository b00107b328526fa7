import { ask } from './raw-request.ts'
import type { Shop } from './shop-process.ts'

type Thing = { '@type': string } & Record<string, unknown>

/** A page of the shop, with its head's data for search engines. */
export async function readPage(shop: Shop, path: string) {
  const { status, headers, text } = await ask(shop.url, path)
  const head = text.slice(0, text.indexOf('</head>'))
  const blocks = head.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)
  const things: Thing[] = [...blocks].map(([, json = '']) => JSON.parse(json))
  const content = (name: string) => new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(head)?.[1]
  return {
    status,
    headers,
    head,
    text,
    title: /<title>([^<]*)<\/title>/.exec(head)?.[1] ?? '',
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(head)?.[1]?.replaceAll('&amp;', '&'),
    robots: content('robots'),
    content,
    typed: (type: string) => things.find((thing) => thing['@type'] === type),
  }
}
