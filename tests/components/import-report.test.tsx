import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ImportReportView } from '#app/admin/product-sheet/import-report.tsx'
import type { ImportLine, ImportReport } from '#domain/catalog/sheet/product-import.ts'

const line = (number: number, action: ImportLine['action'], problems: string[] = []): ImportLine => ({
  line: number,
  name: `Perfumy ${number}`,
  action,
  changes: [],
  reduction: null,
  existing: null,
  problems,
})

test('a line with a mistake says so, and counts as neither new, changed nor unchanged', () => {
  const price = 'Cena (zł): Wpisz cenę, np. 59,90'
  const lines = [line(2, 'same', [price]), line(3, 'add', [price]), line(4, 'add'), line(5, 'same')]
  const report: ImportReport = { applied: false, token: 't', added: 2, changed: 0, wrong: 2, over_limit: null, lines }
  render(
    <ImportReportView
      report={report}
      busy={false}
      onApply={() => undefined}
      onForget={() => undefined}
      onExisting={() => undefined}
    />,
  )
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    `Wiersz 2BłądPerfumy 2${price}`,
    `Wiersz 3BłądPerfumy 3${price}`,
    'Wiersz 4Nowy produktPerfumy 4',
  ])
  expect(screen.getByRole('status').textContent).toMatch(
    /^Nowe: 1, zmienione: 0, bez zmian: 1\. 2 wiersze mają błędy\./,
  )
  expect(screen.queryByRole('button', { name: /^Zapisz/ })).toBeNull()
})

test('a new product shows its values, and for an existing one the report asks what to do', async () => {
  const price = { column: 'Cena (zł)', from: '', to: '64,90 zł' }
  const lines: ImportLine[] = [
    { ...line(2, 'add'), changes: [price] },
    { ...line(3, 'add', ['Istnieje już: Anbar Sahili (Perfumy Arabskie).']), existing: 'name' },
  ]
  const report: ImportReport = { applied: false, token: 't', added: 2, changed: 0, wrong: 1, over_limit: null, lines }
  const chosen: string[] = []
  render(
    <ImportReportView
      report={report}
      busy={false}
      onApply={() => undefined}
      onForget={() => undefined}
      onExisting={(choice) => chosen.push(choice)}
    />,
  )
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Wiersz 2Nowy produktPerfumy 2Cena (zł): 64,90 zł',
    'Wiersz 3BłądPerfumy 3Istnieje już: Anbar Sahili (Perfumy Arabskie).',
  ])
  screen.getByRole('button', { name: 'Zmień istniejące' }).click()
  screen.getByRole('button', { name: /^Dodaj jako osobne/ }).click()
  expect(chosen).toEqual(['update', 'add'])
})

test('chosen products have no numbers of lines, name what they share once, and the rest is folded', () => {
  const sold = (number: number): ImportLine => ({
    ...line(number, 'change'),
    changes: [
      { column: 'Stan', from: '', to: String(number) },
      { column: 'Promocja do', from: '', to: '2026-12-10 00:00' },
    ],
  })
  const lines = Array.from({ length: 62 }, (_, index) => sold(index + 2))
  const report: ImportReport = { applied: false, token: 't', added: 0, changed: 62, wrong: 0, over_limit: null, lines }
  const { container } = render(
    <ImportReportView
      report={report}
      of="products"
      busy={false}
      onApply={() => undefined}
      onForget={() => undefined}
      onExisting={() => undefined}
    />,
  )
  expect(container.textContent).not.toContain('Wiersz')
  screen.getByText('Dla wszystkich: Promocja do 2026-12-10 00:00.')
  const [first, further] = screen.getAllByRole('list')
  expect([first?.children.length, further?.children.length]).toEqual([20, 42])
  expect(first?.firstElementChild?.textContent).toBe('Perfumy 2Stan: puste → 2')
  screen.getByText('Pokaż pozostałe: 42')
})
