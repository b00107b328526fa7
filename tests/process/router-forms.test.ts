import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { createServer } from 'vite'
import { createHttpServer, type HttpServerOptions } from '#infra/http/http-server.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { openVisitor } from '#tests/support/browser.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { freePort } from '#tests/support/free-port.ts'

/** The settings of the shop's own build. */
const VITE_CONFIG = join(PROJECT_ROOT, 'vite.config.ts')
const APP = join(PROJECT_ROOT, 'tests', 'support', 'router-app')

type Web = Pick<HttpServerOptions, 'renderPage' | 'clientDir' | 'middleware'>
type App = { renderPage: HttpServerOptions['renderPage'] }

const isApp = (module: object): module is App => 'renderPage' in module && typeof module.renderPage === 'function'

function readApp(module: object): App {
  if (!isApp(module)) throw new Error('The app renders no page')
  return module
}

/** The app, built as `npm run build` builds the shop. */
async function buildApp(root: string): Promise<Web> {
  const program = join(PROJECT_ROOT, 'node_modules', '.bin', 'react-router')
  await promisify(execFile)(process.execPath, [program, 'build', root, '--config', VITE_CONFIG], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const built = await import(/* @vite-ignore */ pathToFileURL(join(root, 'build', 'server', 'index.js')).href)
  return { ...readApp(built), clientDir: join(root, 'build', 'client') }
}

/** The app, served as `npm run dev` serves the shop (scripts/dev-server.mjs). */
async function serveApp(root: string, onTestFinished: (end: () => Promise<void>) => void): Promise<Web> {
  const vite = await createServer({
    root,
    configFile: VITE_CONFIG,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, ws: { port: await freePort() } },
  })
  onTestFinished(() => vite.close())
  const served = await vite.ssrLoadModule(join(root, 'server.ts'))
  return { ...readApp(served), clientDir: root, middleware: vite.middlewares }
}

test.for(['the build', 'development'] as const)(
  'forms, actions and fetchers of the router work in %s',
  async (kind, { browser, onTestFinished }) => {
    const artifacts = join(PROJECT_ROOT, 'tests', '.artifacts')
    mkdirSync(artifacts, { recursive: true })
    // Inside the project, so that its packages are found.
    const root = mkdtempSync(join(artifacts, 'router-app-'))
    onTestFinished(() => rmSync(root, { recursive: true, force: true }))
    cpSync(APP, root, { recursive: true })
    const web = kind === 'the build' ? await buildApp(root) : await serveApp(root, onTestFinished)
    const server = createHttpServer({
      ...web,
      api: { fetch: () => new Response() },
      mediaDir: tmpdir(),
      shopUrl: 'http://127.0.0.1',
      https: false,
      trustedProxy: [],
      checkReady: async () => {},
    })
    const url = `http://127.0.0.1:${await server.listen(0, '127.0.0.1')}`
    onTestFinished(() => server.close())
    const { page, checkErrors } = await openVisitor(browser, url)
    onTestFinished(() => page.context().close())

    await page.goto(`${url}/panel-klienta`)
    await page.locator('[data-alive=true]').waitFor()
    let documents = 0
    page.on('domcontentloaded', () => {
      documents += 1
    })
    for (const name of ['search', 'action', 'fetcher']) {
      const form = page.getByRole('form', { name })
      await form.getByLabel('word').fill(`oud ${name}`)
      await form.getByRole('button').click()
      await expect.poll(() => form.getByRole('status').textContent(), { message: name }).toBe(`oud ${name}`)
    }
    expect(documents).toBe(0)
    checkErrors()
  },
)
