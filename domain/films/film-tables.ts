import type { Generated } from 'kysely'
import type { CreatedAt } from '#domain/catalog/catalog-tables.ts'

/** Tables of the films on the landing page. */
export type FilmTables = {
  landing_films: {
    id: Generated<string>
    title: string
    image_key: string
    /** Null with a link, and while the file was not uploaded whole. */
    file: string | null
    link: string | null
    created_at: CreatedAt
  }
  /** A view: pictures of products and posters of films. */
  used_pictures: { image_key: string }
}
