import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { reloadWithDialogs } from '#app/ui/page-reload.ts'

vi.mock('#app/ui/page-reload.ts', () => ({
  reloadAfterDeploy: vi.fn(async () => false),
  reloadWithDialogs: vi.fn(),
  shopAnswers: vi.fn(async () => true),
}))

const SENTENCE = 'Nie udało się wczytać tej części strony.'

test('missing code reloads the page when the connection is back, and says so, only if the visitor asked for it', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  let isAway = true
  const load = (text: string) =>
    vi.fn(async () => {
      if (isAway) throw new TypeError('Failed to fetch dynamically imported module')
      return { default: () => <p>{text}</p> }
    })
  const [asked, unasked] = [load('koszyk'), load('ostatnio oglądane')]
  const Asked = lazyPart(asked)
  const Unasked = lazyPart(unasked, { isRequested: false })
  render(
    <>
      <Unasked />
      <Asked />
    </>,
  )
  await screen.findByText(SENTENCE)
  fireEvent(window, new Event('online'))
  await vi.waitFor(() => expect(reloadWithDialogs).toHaveBeenCalled())
  expect([asked, unasked].map((each) => each.mock.calls.length)).toEqual([2, 2])
  expect(reloadWithDialogs).toHaveBeenCalledTimes(1)
  expect(screen.queryAllByText(SENTENCE).length).toBeLessThanOrEqual(1)

  isAway = false
  fireEvent(window, new Event('online'))
  await screen.findByText('ostatnio oglądane')
})
