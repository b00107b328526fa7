import { render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { BooksCard } from '#app/admin/overview/books-card.tsx'
import type { BookDifference } from '#domain/books/book-comparison.ts'

const ORDER = '81293747-0000-4000-8000-000081293747'

function show(differences: readonly BookDifference[] | null) {
  const compared = { compared_at: '2026-11-30T03:23:00.000Z', orders: 214, grosze: 3_120_410 }
  const books = differences && { ...compared, differences }
  const Page = createRoutesStub([{ path: '/', Component: () => <BooksCard books={books} /> }])
  const { container } = render(<Page />)
  return container.textContent?.replaceAll('\u00a0', ' ')
}

test('books: before the first night there is no card', () => {
  expect(show(null)).toBe('')
})

test('books that agree say so, with how many orders and what the shop keeps of them', () => {
  expect(show([])).toBe('Wszystko się zgadza: 214 zamówień, 31 204,10 zł7 dni, porównano 30.11.26, 04:23')
  expect(screen.queryAllByRole('link')).toEqual([])
})

test('each difference leads to where it is mended, and says what and by how much', () => {
  const text = show([
    { kind: 'money_missing', order_id: ORDER, name: '81293747', grosze: 1_299 },
    { kind: 'code_over', order_id: null, name: 'LATO10', grosze: null },
  ])
  expect(text).toContain('2 różnice w księgach: 214 zamówień')
  expect(text).toContain('81293747zamówienie jest opłacone, a pieniędzy jest za mało12,99 zł')
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    `/admin/zamowienia/${ORDER}`,
    '/admin/kody',
  ])
})
