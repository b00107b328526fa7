import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import Failures from '#app/admin/failures/failures-page.tsx'
import { queryClient } from '#app/query-client.ts'
import type { FailureList } from '#domain/failures/failure-queries.server.ts'
import { type Answers, refusal, stubShop } from './stub-shop.ts'

afterEach(() => queryClient.clear())

type Failure = FailureList['items'][number]
const OF_PAGE: Failure = {
  fingerprint: 'a'.repeat(32),
  build: '1a2b3c4d',
  source: 'browser',
  name: 'TypeError',
  message: 'x is undefined',
  frames: ['pressButton (cart-1a2b3c4.js:1:20)'],
  place: '/sklep',
  browser: 'Instagram',
  request_id: null,
  times: 3,
  first_at: '2026-11-23T09:00:00.000Z',
  last_at: '2026-11-24T09:28:00.000Z',
  returned: true,
}
const OF_SERVER: Failure = {
  ...OF_PAGE,
  fingerprint: 'b'.repeat(32),
  source: 'server',
  name: 'Error 23505',
  message: '',
  frames: [],
  place: 'job purge # given up',
  browser: null,
  request_id: 'a1-2',
  times: 1,
  returned: false,
}

function show(answers: Answers) {
  const asked = stubShop(answers)
  const Page = createRoutesStub([{ path: '/', Component: Failures }])
  render(<Page />)
  return { asked, user: userEvent.setup() }
}
const rows = async () => (await screen.findAllByRole('article')).map(({ textContent }) => textContent)

test('each failure says where, how often, since when and in which browser; its stack is one press away', async () => {
  const { user } = show({ 'get /api/admin/failures': () => ({ items: [OF_PAGE, OF_SERVER], total: 2 }) })
  const [ofPage, ofServer] = await rows()
  expect(ofPage).toContain('Wróciła')
  expect(ofPage).toContain('Strona u klienta (Instagram)')
  expect(ofPage).toContain('TypeError: x is undefined')
  expect(ofPage).toContain('Gdzie: /sklep')
  expect(ofPage).toContain('3 razy, ostatni 24.11.26, 10:28, pierwszy 23.11.26, 10:00')
  expect(ofServer).toContain('Sklep na serwerze')
  expect(ofServer).toContain('1 raz, 24.11.26, 10:28')
  expect(ofServer).not.toContain('Wróciła')
  expect(ofServer).toContain('ostatnie żądanie: a1-2')
  const [first] = screen.getAllByText('Szczegóły')
  if (!first) throw new Error('no details')
  await user.click(first)
  screen.getByText('pressButton (cart-1a2b3c4.js:1:20)')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Awarie (2)')
})

test('a resolved failure leaves the list; a refusal says why, and the list is read again', async () => {
  let items = [OF_PAGE, OF_SERVER]
  const { user } = show({
    'get /api/admin/failures': () => ({ items, total: items.length }),
    'post /api/admin/failures/:fingerprint/resolve': () => {
      items = items.slice(1)
      return items.length > 0 ? { ok: true } : refusal(404, 'failure_not_found', 'Tej awarii nie ma już na liście.')
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Załatwione: TypeError: x is undefined' }))
  await vi.waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
  const [left] = screen.getAllByRole('article')
  if (!left) throw new Error('nothing is left')
  await user.click(within(left).getByRole('button', { name: /^Załatwione/ }))
  await screen.findByText('Nic się nie zepsuło. Oby tak dalej.')
})

test('a list that cannot be loaded says so and offers a retry', async () => {
  let isAway = true
  const away = () => refusal(503, 'database_unavailable', 'Sklep ma chwilową przerwę techniczną.')
  const { user } = show({ 'get /api/admin/failures': () => (isAway ? away() : { items: [OF_PAGE], total: 140 }) })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Nie udało się załadować awarii')
  isAway = false
  await user.click(within(alert).getByRole('button', { name: 'Spróbuj ponownie' }))
  expect(await rows()).toHaveLength(1)
  screen.getByText('Widać 1 ostatnich.')
})
