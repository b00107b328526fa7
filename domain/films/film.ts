import { z } from 'zod'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

export const MOST_FILMS = 3
/** The largest file, bytes. */
export const FILM_BYTES_MAX = 20 * 1024 * 1024
/** MIME types of the accepted files in a browser's file dialog. The server checks the bytes alone. */
export const FILM_TYPES = ['video/mp4', 'video/webm'] as const

/** Hosts that linked films may be on, by their ending, and their names. */
const PLACES = [
  { host: 'tiktok.com', name: 'TikTok' },
  { host: 'instagram.com', name: 'Instagram' },
  { host: 'youtube.com', name: 'YouTube' },
  { host: 'youtu.be', name: 'YouTube' },
] as const

/** 'TikTok'; null for an address that is not accepted. */
export function labelFilmPlace(link: string): string | null {
  const url = URL.parse(link)
  if (url?.protocol !== 'https:' || url.port !== '' || url.username + url.password !== '') return null
  return PLACES.find(({ host }) => url.hostname === host || url.hostname.endsWith(`.${host}`))?.name ?? null
}

/** A film of the landing page. */
export type Film = { id: string; title: string; image_key: string; file: string | null; link: string | null }

const FILM_LINK_MESSAGE = 'Wklej link do TikToka, Instagrama albo YouTube, zaczynający się od https://'

export const filmInputSchema = defineSchema(() =>
  z.strictObject({
    title: z.string().trim().min(1, 'Wpisz tytuł').max(80, 'Najwyżej 80 znaków'),
    image_key: z
      .string('Dodaj okładkę')
      .regex(/^[0-9a-f]{32}$/, 'Dodaj okładkę')
      .meta({ description: 'Key of an uploaded picture: POST /api/admin/pictures' }),
    link: z
      .string()
      .trim()
      .max(500, FILM_LINK_MESSAGE)
      .refine((link) => labelFilmPlace(link) !== null, FILM_LINK_MESSAGE)
      .nullable()
      .meta({ description: 'Null: its file is uploaded next, to /api/admin/films/{id}/file' }),
  }),
)
export type FilmInput = z.output<typeof filmInputSchema>

/** The file extension by the first bytes; null for files that browsers cannot play. */
export function findFilmEnding(bytes: Uint8Array): 'mp4' | 'webm' | null {
  const head = String.fromCharCode(...bytes.subarray(0, 12))
  if (head.slice(4, 8) === 'ftyp' && !head.endsWith('qt  ')) return 'mp4'
  return head.startsWith('\x1aE\xdf\xa3') ? 'webm' : null
}

/** Names under which the file of a film may be stored. */
export const listFilmFiles = (id: string): string[] =>
  ['mp4', 'webm'].map((ending) => `${id.replaceAll('-', '')}.${ending}`)

/** Port to the storage of film files. Every call may be repeated. Throws when the storage is unavailable. */
export type FilmStorage = {
  put(file: string, bytes: Uint8Array): Promise<void>
  delete(file: string): Promise<void>
}
