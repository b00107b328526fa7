import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

const COMPRESSIBLE = /\.(js|css|svg|json|txt|webmanifest)$/
/** A smaller file fits into one packet uncompressed, bytes. */
const LEAST_BYTES = 512
/** Earlier builds that stay available to visitors whose page is older than the present build. */
const PREVIOUS_BUILDS = 2

/**
 * Completes a client build: compresses the files and adds the hashed ones of earlier builds.
 * @param clientDir the folder of the client build, emptied by every build
 * @param historyDir stores the hashed files of the last builds, one folder each
 */
export async function finishBuild(clientDir: string, historyDir: string): Promise<void> {
  await precompress(clientDir)
  await addPreviousAssets(join(clientDir, 'assets'), historyDir)
}

/** Writes `.br` and `.gz` next to every file that becomes smaller, so that the server compresses no file twice. */
async function precompress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
  await Promise.all(
    files.map(async (entry) => {
      const file = join(entry.parentPath, entry.name)
      const bytes = await readFile(file)
      if (bytes.length < LEAST_BYTES) return
      await Promise.all([
        toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).then((br) => writeFile(`${file}.br`, br)),
        toGzip(bytes, { level: 9 }).then((gz) => writeFile(`${file}.gz`, gz)),
      ])
    }),
  )
}

async function addPreviousAssets(assets: string, historyDir: string): Promise<void> {
  await storeBuild(assets, historyDir)
  const builds = await storedBuilds(historyDir)
  for (const outdated of builds.slice(PREVIOUS_BUILDS + 1)) await rm(join(historyDir, outdated), { recursive: true })
  // The name of a hashed file determines its content, so a file of the new build is never replaced.
  for (const previous of builds.slice(1, PREVIOUS_BUILDS + 1))
    await cp(join(historyDir, previous), assets, { recursive: true, force: false })
}

/** Stores the files of a new build under the next number. A build with the same files is not stored again. */
async function storeBuild(assets: string, historyDir: string): Promise<void> {
  await mkdir(historyDir, { recursive: true })
  const [latest] = await storedBuilds(historyDir)
  if (latest !== undefined && (await namesIn(join(historyDir, latest))) === (await namesIn(assets))) return
  const unfinished = join(historyDir, `unfinished-${process.pid}`)
  await rm(unfinished, { recursive: true, force: true })
  await cp(assets, unfinished, { recursive: true })
  await rename(unfinished, join(historyDir, String(Number(latest ?? 0) + 1)))
}

/** Names of the stored builds, newest first. */
async function storedBuilds(historyDir: string): Promise<string[]> {
  const names = await readdir(historyDir)
  return names.filter((name) => /^\d+$/.test(name)).toSorted((a, b) => Number(b) - Number(a))
}

async function namesIn(folder: string): Promise<string> {
  return (await readdir(folder)).toSorted().join('\n')
}
