import { hash } from 'node:crypto'
import { listAnalyticsSources } from '#app/consents/analytics-sources.server.ts'
import { memoizeByObject } from '#domain/kernel/memoize-by-object.ts'
import type { Services } from '#domain/services.ts'
import { LOOK_COLORS, type Look } from '#domain/settings/look.ts'
import theme from './storefront.css?inline'
import themeFile from './storefront.css?url'

/** The only style sheet that is written into documents (app/style-sheet.tsx), in the owner's colours. */
const applyColors = memoizeByObject(({ accent, dark }: Look) => {
  const style = theme
    .replaceAll(LOOK_COLORS.accent, accent ?? LOOK_COLORS.accent)
    .replaceAll(LOOK_COLORS.dark, dark ?? LOOK_COLORS.dark)
  return { style, source: sourceOf(style) }
})

/** A page with own colours has the sheet in it, also where others link the file. */
function applyLook(html: string, look: Look): string {
  if (look.accent === null && look.dark === null) return html
  const style = () => `<style>${applyColors(look).style}</style>`
  return html.replace(`<style>${theme}</style>`, style).replace(`<link rel="stylesheet" href="${themeFile}"/>`, style)
}

/**
 * Completes a rendered page: its code waits for app/shell/starter.ts, and the policy names each inline script by its
 * hash.
 * @param nonce of this rendering. React sets it on its own scripts and those of the router, so that an injected script
 *   is not allowed. It is removed again, because a cached page is the same bytes for everyone.
 */
export function completeDocument(
  rendered: string,
  nonce: string,
  shop: Pick<Services, 'analytics' | 'profile' | 'look'>,
) {
  const { parts, scripts, modules, start } = splitAtNonce(applyLook(rendered, shop.look), nonce)
  if (modules.length === 0 || start === null) throw new Error('The rendered page has no scripts of the router')
  const waiting = ` type="text/plain" id="page-code" data-modules='${JSON.stringify(modules)}'>`
  const html = parts.with(start, waiting + parts[start]?.slice(MODULE_SCRIPT.length)).join('')
  const styles = html.includes('<style>') ? [applyColors(shop.look).source] : []
  return { html, policy: buildPolicy({ scripts: scripts.map(sourceOf), styles }, shop) }
}

const PRELOAD = '<link rel="modulepreload" href="'
const MODULE_SCRIPT = ' type="module" async="">'

/**
 * The page without its nonce and without the links of its modules; the texts of its inline scripts; the addresses of the
 * modules; and which part goes on the tag of the script that starts them.
 */
function splitAtNonce(html: string, nonce: string) {
  const scripts: string[] = []
  const modules: string[] = []
  const parts: string[] = []
  let start: number | null = null
  let [before = '', ...others] = html.split(` nonce="${nonce}"`)
  for (const after of others) {
    const tag = before.slice(before.lastIndexOf('<'))
    const isModule = tag.startsWith(PRELOAD)
    parts.push(isModule ? before.slice(0, -tag.length) : before)
    before = isModule ? after.slice('/>'.length) : after
    if (isModule) modules.push(tag.slice(PRELOAD.length, -'"'.length))
    if (tag === '<script') scripts.push(after.slice(after.indexOf('>') + 1, after.indexOf('</script>')))
    if (tag === '<script' && after.startsWith(MODULE_SCRIPT)) start = parts.length
  }
  parts.push(before)
  return { parts, scripts, modules, start }
}

/** What the document may load and run: only the named inline code, and from other sites only analytics. */
function buildPolicy(
  inline: Record<'scripts' | 'styles', readonly string[]>,
  { analytics, profile }: Pick<Services, 'analytics' | 'profile'>,
): string {
  // Allowed whether or not the visitor has agreed: the page is the same for everyone.
  const others = analytics && listAnalyticsSources(analytics)
  const frames = others?.['frame-src'] ?? []
  return [
    "default-src 'self'",
    ["script-src 'self'", ...new Set(inline.scripts), ...(others?.['script-src'] ?? [])].join(' '),
    ["style-src 'self'", ...inline.styles].join(' '),
    ["img-src 'self' data:", ...(others?.['img-src'] ?? [])].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...(others?.['connect-src'] ?? [])].join(' '),
    "media-src 'self'",
    ...(frames.length > 0 ? [['frame-src', ...frames].join(' ')] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(profile.shopUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

function sourceOf(content: string): string {
  return `'sha256-${hash('sha256', content, 'base64')}'`
}
