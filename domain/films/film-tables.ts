import type { Generated } from 'kysely'
import type { CreatedAt } from '#domain/kernel/created-at.ts'

export type FilmTables = {
  landing_films: {
    id: Generated<string>
    title: string
    image_key: string
    /** Null with a link, and until the file was uploaded completely. */
    file: string | null
    link: string | null
    created_at: CreatedAt
  }
  /** A view: pictures of products and posters of films. */
  used_pictures: { image_key: string }
}
