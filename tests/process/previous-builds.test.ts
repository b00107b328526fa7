import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createHttpServer } from '#infra/http/http-server.ts'
import { finishBuild } from '../../scripts/finish-build.ts'

const folder = mkdtempSync(join(tmpdir(), 'perfumeria-builds-'))
const clientDir = join(folder, 'client')

/** A build as the bundler leaves it: the emptied folder with the files of this build. */
async function build(version: string): Promise<void> {
  rmSync(clientDir, { recursive: true, force: true })
  mkdirSync(join(clientDir, 'assets'), { recursive: true })
  writeFileSync(join(clientDir, 'assets', `dialog-${version}.js`), `export const version = '${version}'\n`.repeat(99))
  writeFileSync(join(clientDir, 'assets', 'unchanged.css'), 'a { color: red }')
  await finishBuild(clientDir, join(folder, 'history'))
}

async function openShop() {
  const server = createHttpServer({
    api: { fetch: () => new Response() },
    renderPage: async () => new Response('page'),
    clientDir,
    mediaDir: folder,
    shopUrl: 'http://127.0.0.1',
    https: false,
    trustedProxy: [],
    checkReady: async () => {},
  })
  const port = await server.listen(0, '127.0.0.1')
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

test('a page opened before the last two builds still loads its files; older ones are gone', async ({
  onTestFinished,
}) => {
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const version of ['1', '2', '3', '4']) await build(version)
  // A restart with the same build displaces no earlier build.
  await build('4')

  const shop = await openShop()
  onTestFinished(() => shop.close())
  for (const version of ['2', '3', '4']) {
    const answer = await fetch(`${shop.url}/assets/dialog-${version}.js`, { headers: { 'Accept-Encoding': 'br' } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Encoding')).toBe('br')
    expect(await answer.text()).toContain(`version = '${version}'`)
  }
  expect((await fetch(`${shop.url}/assets/unchanged.css`)).status).toBe(200)
  expect((await fetch(`${shop.url}/assets/dialog-1.js`)).status).toBe(404)
})
