/** A larger number of a page in an address is a mistake. */
const PAGE_MAX = 100_000

/** A whole number of at least 1: nonsense gives the fallback, too much gives the most there is. */
export function parseCount(value: string | null, fallback: number, most: number): number {
  const text = value?.trim() ?? ''
  const count = Number(text)
  // Digits too many for a number are too much, not nonsense.
  if (count < 1 || !(Number.isInteger(count) || /^\d+$/.test(text))) return fallback
  return Math.min(count, most)
}

/** The page that an address asks for, from 1; may lie beyond the end of the list. */
export function parsePage(params: URLSearchParams): number {
  return parseCount(params.get('page'), 1, PAGE_MAX)
}

/** How many pages a list has; an empty one has one. */
export function countPages(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize))
}

/** The address of a page of the list at `path`; the first page is the path itself. */
export function buildPageHref(path: string, page: number): string {
  return page === 1 ? path : `${path}?page=${page}`
}

/**
 * How a page is walked to from the end of the list that is nearer: so many rows are skipped and read, of the list or, `backwards`,
 * of the list turned round. `page` lies within the list.
 */
export function walkToPage({ page, pageSize, total }: { page: number; pageSize: number; total: number }) {
  const before = (page - 1) * pageSize
  const behind = Math.max(0, total - before - pageSize)
  return behind < before
    ? { backwards: true, offset: behind, limit: Math.min(pageSize, total - before) }
    : { backwards: false, offset: before, limit: pageSize }
}
