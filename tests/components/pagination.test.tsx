import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { Pagination } from '#app/ui/pagination.tsx'

const show = (page: number, lastPage: number) =>
  render(
    <MemoryRouter>
      <Pagination
        page={page}
        lastPage={lastPage}
        label="Strony sklepu"
        buildHref={(number) => `/sklep?page=${number}`}
      />
    </MemoryRouter>,
  )

test.each([
  [1, 3, '123'],
  [1, 11, '12345'],
  [6, 11, '45678'],
  [10, 11, '7891011'],
  [11, 11, '7891011'],
] as const)('page %i of %i: at most five numbers around it are links, and it is marked', (page, lastPage, numbers) => {
  show(page, lastPage)
  const links = screen.getAllByRole('link', { name: /^Strona \d/ })
  expect(links.map(({ textContent }) => textContent).join('')).toBe(numbers)
  const present = links.filter((link) => link.getAttribute('aria-current') === 'page')
  expect(present.map((link) => link.getAttribute('href'))).toEqual([`/sklep?page=${page}`])
  expect(screen.queryAllByRole('link', { name: 'Poprzednia strona' })).toHaveLength(page > 1 ? 1 : 0)
  expect(screen.queryAllByRole('link', { name: 'Następna strona' })).toHaveLength(page < lastPage ? 1 : 0)
})

test('a list of one page has no links to pages', () => {
  show(1, 1)
  expect(screen.queryByRole('navigation')).toBeNull()
})
