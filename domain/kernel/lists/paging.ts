/** Larger page numbers in an address are mistakes. */
const PAGE_MAX = 100_000

/** Parses a whole number of at least 1. Invalid text gives the fallback, and a number beyond `most` gives `most`. */
export function parseCount(value: string | null, fallback: number, most: number): number {
  const text = value?.trim() ?? ''
  const count = Number(text)
  // A number with too many digits is too large, not invalid.
  if (count < 1 || !(Number.isInteger(count) || /^\d+$/.test(text))) return fallback
  return Math.min(count, most)
}

/** The page number in an address, from 1. It may lie beyond the end of the list. */
export const parsePage = (params: URLSearchParams): number => parseCount(params.get('page'), 1, PAGE_MAX)

/** The number of pages of a list. An empty one has one. */
export const countPages = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize))

/** The address of a page of the list at `path`. The first page is the path itself. */
export const buildPageHref = (path: string, page: number): string => (page === 1 ? path : `${path}?page=${page}`)

/**
 * How to read a page from the nearer end of the list: how many rows are skipped and read, of the list or, if
 * `backwards`, of the reversed list. `page` lies within the list.
 */
export function walkToPage({ page, pageSize, total }: { page: number; pageSize: number; total: number }) {
  const before = (page - 1) * pageSize
  const behind = Math.max(0, total - before - pageSize)
  return behind < before
    ? { backwards: true, offset: behind, limit: Math.min(pageSize, total - before) }
    : { backwards: false, offset: before, limit: pageSize }
}
