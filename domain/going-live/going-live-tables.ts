export type GoingLiveTables = {
  /** One row. */
  going_live: {
    id: number
    /** When the shop was first started on https; null: it never was. */
    https_since: Date | null
    /** When what was tried was last removed. */
    cleaned_at: Date | null
  }
}
