import { constants, type Stats } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import { PICTURE_WIDTHS } from '#domain/catalog/product.ts'

export type FileFolders = {
  /** Folder of the client build: assets with hashed names, and public/. */
  clientDir: string
  /** Folder with products/<key>/<width>.<format>. */
  mediaDir: string
  /** Fetches a picture into that folder which is stored elsewhere, by its path below it. */
  restorePicture?: (path: string) => Promise<'restored' | 'missing' | 'away'>
}

/** A file as its address names it. */
export type FoundFile = {
  /** Folder and path below it; no part of the path may be a link. */
  root: string
  path: string
  headers: Record<string, string>
  /** Whether it is a picture, which may have to be fetched. */
  isPicture?: true
  /** Whether a page may answer to the address when there is no such file. */
  mayBePage: boolean
}

const IMMUTABLE = { 'Cache-Control': 'public, max-age=31536000, immutable' }
const ONE_DAY = { 'Cache-Control': 'public, max-age=86400' }
/** Pictures come from outside: opened on their own they may load and run nothing. */
const PICTURE_HEADERS = { ...IMMUTABLE, 'Content-Security-Policy': "default-src 'none'; sandbox" }

const ASSET = /^\/assets\/[\w-][\w.-]*$/
const PICTURE = new RegExp(`^/products/[0-9a-f]{32}/(?:${PICTURE_WIDTHS.join('|')})\\.(?:avif|webp)$`)
/** Files of public/: a name with an ending, nothing that begins with a dot. The router's data are no files. */
const PUBLIC_FILE = /^(?:\/[\w-][\w.-]*)+(?<!\.data)$/
const HAS_ENDING = /\.\w+$/

/** Which file a path may be, null when it is the address of something else. A path that no file can have is given as ''. */
export function findFile(path: string, { clientDir, mediaDir }: FileFolders): FoundFile | null {
  if (path.startsWith('/assets/')) {
    return { root: clientDir, path: ASSET.test(path) ? path : '', headers: IMMUTABLE, mayBePage: false }
  }
  if (path.startsWith('/media/')) {
    const picture = path.slice('/media'.length)
    const headers = PICTURE_HEADERS
    if (!PICTURE.test(picture)) return { root: mediaDir, path: '', headers, mayBePage: false }
    return { root: mediaDir, path: picture, headers, isPicture: true, mayBePage: false }
  }
  if (path.startsWith('/api/') || !HAS_ENDING.test(path) || !PUBLIC_FILE.test(path)) return null
  return { root: clientDir, path, headers: ONE_DAY, mayBePage: true }
}

/** Endings of files that the build compressed beside the original. */
const PRECOMPRESSED = /\.(?:js|css|svg|json|txt|webmanifest)$/
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
]

/** First and last byte. */
type Range = { start: number; end: number }

type OpenFile = { handle: FileHandle; stats: Stats; encoding: string | null }

/**
 * Answers GET and HEAD with a file, piece by piece as fast as it is read: never more than a piece is in memory. Knows ETags
 * and single byte ranges, without which players do not seek. Resolves with false when there is no such file; answers nothing then.
 */
export async function sendFile(file: FoundFile, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const found = await openBest(file, request.headers['accept-encoding'] ?? '')
  if (!found) return false
  const { handle, stats, encoding } = found
  try {
    const etag = `"${stats.size.toString(36)}-${Math.round(stats.mtimeMs).toString(36)}${encoding ? `-${encoding}` : ''}"`
    const type = getMimeType(file.path) ?? 'application/octet-stream'
    for (const [name, value] of Object.entries(file.headers)) response.setHeader(name, value)
    response.setHeader('ETag', etag).setHeader('Last-Modified', stats.mtime.toUTCString())
    if (PRECOMPRESSED.test(file.path)) response.setHeader('Vary', 'Accept-Encoding')
    if (isFresh(request, etag, stats)) {
      response.writeHead(304).end()
      return true
    }
    response.setHeader('Content-Type', type).setHeader('Accept-Ranges', 'bytes')
    if (encoding) response.setHeader('Content-Encoding', encoding)
    const range = request.method === 'GET' ? readRange(request, etag, stats) : null
    if (range === 'unsatisfiable') {
      response.writeHead(416, { 'Content-Range': `bytes */${stats.size}`, 'Content-Length': 0 }).end()
      return true
    }
    const { start, end } = range ?? { start: 0, end: stats.size - 1 }
    response.setHeader('Content-Length', end - start + 1)
    if (range) response.setHeader('Content-Range', `bytes ${start}-${end}/${stats.size}`)
    response.writeHead(range ? 206 : 200)
    if (request.method === 'HEAD' || stats.size === 0) response.end()
    else await sendBytes(handle, { start, end }, response)
  } finally {
    await handle.close()
  }
  return true
}

/** Memory of one answer, bytes. */
const PIECE_BYTES = 32 * 1024

/**
 * One piece after the other through one buffer, each once the system has taken the one before. A reader that stops costs
 * a piece, and what was sent leaves nothing to collect.
 */
async function sendBytes(handle: FileHandle, range: Range, response: ServerResponse): Promise<void> {
  const buffer = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, range.end - range.start + 1))
  const closed = new Promise<void>((resolve) => response.once('close', resolve))
  for (let at = range.start; at <= range.end; ) {
    const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, range.end - at + 1), at)
    if (bytesRead === 0) throw new Error('A file became shorter while it was sent.')
    at += bytesRead
    await Promise.race([
      closed,
      new Promise<void>((resolve) => response.write(buffer.subarray(0, bytesRead), () => resolve())),
    ])
    // Who asked has gone.
    if (response.destroyed) return
  }
  response.end()
}

/** The compressed file where there is one and the visitor takes it, else the file itself. */
async function openBest(file: FoundFile, accepted: string): Promise<OpenFile | null> {
  if (file.path === '') return null
  if (PRECOMPRESSED.test(file.path)) {
    const taken = accepted.split(',').map((entry) => entry.trim())
    for (const { name, ending } of ENCODINGS) {
      const compressed = taken.includes(name) ? await openFile(file.root, file.path + ending) : null
      if (compressed) return { ...compressed, encoding: name }
    }
  }
  const plain = await openFile(file.root, file.path)
  return plain && { ...plain, encoding: null }
}

/** Null for what is missing, a folder, or behind a link. */
async function openFile(root: string, path: string): Promise<{ handle: FileHandle; stats: Stats } | null> {
  try {
    const real = await realpath(join(root, path))
    if (real !== join(await realpath(root), path)) return null
    const handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const stats = await handle.stat()
    if (stats.isFile()) return { handle, stats }
    await handle.close()
    return null
  } catch (error) {
    if (isError(error, ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'])) return null
    throw error
  }
}

function isFresh({ headers }: IncomingMessage, etag: string, { mtime }: Stats): boolean {
  const known = headers['if-none-match']
  if (known !== undefined) return known.trim() === '*' || known.includes(etag)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return Math.floor(mtime.getTime() / 1000) * 1000 <= since
}

/** Null: the whole file, as for several ranges at once and for a range of a version that is no more. */
function readRange({ headers }: IncomingMessage, etag: string, { size, mtime }: Stats): Range | 'unsatisfiable' | null {
  const condition = headers['if-range']
  if (typeof condition === 'string' && condition !== etag && condition !== mtime.toUTCString()) return null
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? []
  if (first === '' && last === '') return null
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < start) return null
  return start > end ? 'unsatisfiable' : { start, end }
}

function isError(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
