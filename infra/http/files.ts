import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import { PICTURE_WIDTHS } from '#domain/pictures/picture-url.ts'
import { acceptsEncoding } from './encodings.ts'
import { fileMemory, isSmall } from './file-memory.ts'
import { CLOSED_POLICY } from './refusals.ts'

export type FileFolders = {
  /** Folder of the client build: assets with hashed names, and public/. */
  clientDir: string
  /** Folder with products/<key>/<width>.<format> and films/<name>. */
  mediaDir: string
  /** Fetches a picture or film that is stored elsewhere into `mediaDir`, by its path below that. */
  restoreMedia?: (path: string) => Promise<'restored' | 'missing' | 'away'>
}

/** A file that an address names. */
type FoundFile = {
  /** Folder and path below it. Links in the path are refused. */
  root: string
  path: string
  headers: Record<string, string>
  /** Set for an uploaded file, which may have to be fetched. */
  isMedia?: true
  /** Whether a page may answer when there is no such file. */
  mayBePage: boolean
}

const IMMUTABLE = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': CLOSED_POLICY,
}
const ONE_DAY = { 'Cache-Control': 'public, max-age=86400', 'Content-Security-Policy': CLOSED_POLICY }
/**
 * Uploaded files come from outside: opened on their own they may load and run nothing. Mails show them, also mail
 * programs that run in a browser, on a page of another origin.
 */
const MEDIA_HEADERS = {
  ...IMMUTABLE,
  'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/** A worker's policy applies to what it loads, the pictures of notices. `no-cache`: a new version is used at once. */
const WORKER_HEADERS = {
  'Cache-Control': 'no-cache',
  'Content-Security-Policy': "default-src 'none'; img-src 'self'; frame-ancestors 'none'",
}
const WORKER = '/admin-worker.js'

const ASSET = /^\/assets\/[\w-][\w.-]*$/
const MEDIA = new RegExp(
  `^/(?:products/[0-9a-f]{32}/(?:${PICTURE_WIDTHS.join('|')})\\.(?:avif|webp)|films/[0-9a-f]{32}\\.(?:mp4|webm))$`,
)
/** Files of public/: names that do not begin with a dot. `.data` is the router's. */
const PUBLIC_FILE = /^(?:\/[\w-][\w.-]*)+(?<!\.data)$/
const HAS_ENDING = /\.\w+$/

/** The file that a path may name; null for other addresses. Its `path` is '' when no such file can exist. */
export function findFile(path: string, { clientDir, mediaDir }: FileFolders): FoundFile | null {
  if (path.startsWith('/assets/')) {
    return { root: clientDir, path: ASSET.test(path) ? path : '', headers: IMMUTABLE, mayBePage: false }
  }
  if (path.startsWith('/media/')) {
    const media = path.slice('/media'.length)
    const headers = MEDIA_HEADERS
    if (!MEDIA.test(media)) return { root: mediaDir, path: '', headers, mayBePage: false }
    return { root: mediaDir, path: media, headers, isMedia: true, mayBePage: false }
  }
  if (path.startsWith('/api/') || !HAS_ENDING.test(path) || !PUBLIC_FILE.test(path)) return null
  return { root: clientDir, path, headers: path === WORKER ? WORKER_HEADERS : ONE_DAY, mayBePage: true }
}

/** Endings of files that the build compressed beside the original. */
const PRECOMPRESSED = /\.(?:js|css|svg|json|txt|webmanifest)$/
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const

/** Positions of the first and the last byte. */
type Range = { start: number; end: number }

/** A small file has its whole `body`; a larger one is read from `handle`, which must be closed. */
type OpenFile = { size: number; mtime: Date; encoding: string | null } & (
  | { body: Buffer; handle?: undefined }
  | { handle: FileHandle; body?: undefined }
)

/**
 * Answers GET and HEAD with a file: a small one from memory, a larger one in pieces, as fast as the client reads.
 * Supports ETags and single byte ranges, which players need to seek. Resolves with false, without an answer, when there
 * is no file.
 */
export async function sendFile(file: FoundFile, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  if (file.path === '') return false
  const accepted = request.headers['accept-encoding'] ?? ''
  const key = file.root + file.path
  const kept = fileMemory.find(key, accepted)
  if (kept) {
    await answer(file, kept, request, response)
    return true
  }
  const found = await openBest(file, accepted)
  if (!found) return false
  try {
    if (found.body) fileMemory.keep(key, accepted, found, file.headers !== IMMUTABLE)
    await answer(file, found, request, response)
  } finally {
    await found.handle?.close()
  }
  return true
}

async function answer(
  { path, headers }: FoundFile,
  file: OpenFile,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { size, mtime, encoding } = file
  const etag = `"${size.toString(36)}-${mtime.getTime().toString(36)}${encoding ? `-${encoding}` : ''}"`
  const named = { ...headers, ETag: etag, 'Last-Modified': mtime.toUTCString() }
  const head = PRECOMPRESSED.test(path) ? { ...named, Vary: 'Accept-Encoding' } : named
  if (isFresh(request, etag, mtime)) {
    response.writeHead(304, head).end()
    return
  }
  const range = request.method === 'GET' ? readRange(request, etag, file) : null
  if (range === 'unsatisfiable') {
    response.writeHead(416, { ...head, 'Content-Range': `bytes */${size}`, 'Content-Length': 0 }).end()
    return
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  response.writeHead(range ? 206 : 200, {
    ...head,
    'Content-Type': getMimeType(path) ?? 'application/octet-stream',
    'Accept-Ranges': 'bytes',
    'Content-Length': end - start + 1,
    ...(encoding && { 'Content-Encoding': encoding }),
    ...(range && { 'Content-Range': `bytes ${start}-${end}/${size}` }),
  })
  if (request.method === 'HEAD' || size === 0) response.end()
  else if (file.body) response.end(range ? file.body.subarray(start, end + 1) : file.body)
  else await sendBytes(file.handle, { start, end }, response)
}

/** Size of the buffer of one answer, bytes. */
const PIECE_BYTES = 32 * 1024

/**
 * Sends bytes through one buffer, each piece after the system has taken the one before. A client that stops reading
 * costs one buffer, and sent pieces leave no garbage.
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
    // The client has disconnected.
    if (response.destroyed) return
  }
  response.end()
}

/** Opens the compressed file when it exists and the client accepts it, else the file itself. */
async function openBest(file: FoundFile, accepted: string): Promise<OpenFile | null> {
  if (PRECOMPRESSED.test(file.path)) {
    for (const { name, ending } of ENCODINGS) {
      const compressed = acceptsEncoding(accepted, name) ? await openFile(file.root, file.path + ending, name) : null
      if (compressed) return compressed
    }
  }
  return openFile(file.root, file.path, null)
}

/** Null for a missing file, a folder, or a path with a link. */
async function openFile(root: string, path: string, encoding: string | null): Promise<OpenFile | null> {
  try {
    const real = await realpath(join(root, path))
    if (real !== join(await realpath(root), path)) return null
    const handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const stats = await handle.stat()
    const file = { size: stats.size, mtime: stats.mtime, encoding }
    if (stats.isFile() && !isSmall(stats.size)) return { ...file, handle }
    try {
      return stats.isFile() ? { ...file, body: await handle.readFile() } : null
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (isError(error, ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'])) return null
    throw error
  }
}

function isFresh({ headers }: IncomingMessage, etag: string, mtime: Date): boolean {
  const known = headers['if-none-match']
  if (known !== undefined) return known.trim() === '*' || known.includes(etag)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return Math.floor(mtime.getTime() / 1000) * 1000 <= since
}

/** Null for the whole file: without a range, with several, or with one of an older version. */
function readRange(
  { headers }: IncomingMessage,
  etag: string,
  { size, mtime }: OpenFile,
): Range | 'unsatisfiable' | null {
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
