import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PROJECT_ROOT } from '#infra/project-root.ts'

const UNPACK = `import chromium from '@sparticuz/chromium'; await chromium.executablePath()`

/**
 * Path of the packaged browser, unpacked to `tests/.artifacts/browser/<version>` on first use. The package itself
 * unpacks into the temporary folder, where a second process may find a program that is still being written (ETXTBSY).
 * Here it is unpacked into a separate folder, which is renamed once it is complete.
 */
export function unpackBrowser(): string {
  const folder = join(PROJECT_ROOT, 'tests', '.artifacts', 'browser', packageVersion())
  if (!existsSync(folder)) {
    const unfinished = `${folder}.${process.pid}`
    mkdirSync(unfinished, { recursive: true })
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', UNPACK], {
      cwd: PROJECT_ROOT,
      env: { ...process.env, TMPDIR: unfinished },
      encoding: 'utf8',
    })
    try {
      if (status !== 0) throw new Error(`The packaged browser could not be unpacked:\n${stderr}`)
      renameSync(unfinished, folder)
    } catch (error) {
      rmSync(unfinished, { recursive: true })
      // Another run unpacked it first; its folder has the same content.
      if (!existsSync(folder)) throw error
    }
  }
  return join(folder, 'chromium')
}

function packageVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const manifest: { version: string } = JSON.parse(readFileSync(join(dirname(entry), '..', 'package.json'), 'utf8'))
  return manifest.version
}

/** vitest globalSetup: unpacks the browser before the workers start. */
export function setup(): void {
  unpackBrowser()
}
