import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { BrandDialog } from '#app/admin/brands/brand-dialog.tsx'
import type { CloseDialog } from '#app/admin/history-dialog.ts'
import { queryClient } from '#app/query-client.ts'
import { refusal, stubShop } from './stub-shop.ts'

afterEach(() => queryClient.clear())

const BRAND = {
  id: '00000000-0000-4000-8000-000000000002',
  name: 'Evarisse',
  slug: 'evarisse',
  description: '',
  is_original: false,
  is_arabic: false,
  producer_id: null,
  products: 3,
  version: '1',
}
const WARNING = 'Tekst wymienia cudzy znak towarowy: „Dior”.'

test("a text with a trademark is saved only after 'Wiem, co robię', and nothing that was typed is lost", async () => {
  const sent: unknown[] = []
  stubShop({
    'get /api/admin/producers': () => ({ items: [] }),
    'patch /api/admin/brands/:id': (json) => {
      sent.push(json)
      const isAccepted = (json as { trademarks_accepted: boolean }).trademarks_accepted
      return isAccepted ? BRAND : refusal(409, 'trademarks_found', WARNING)
    },
  })
  const onClose = vi.fn()
  const close = onClose as () => void as CloseDialog
  const Page = createRoutesStub([{ path: '/', Component: () => <BrandDialog brand={BRAND} onClose={close} /> }])
  render(<Page />)
  const user = userEvent.setup({ delay: null })
  const save = async () => user.click(await screen.findByRole('button', { name: 'Zapisz zmiany' }))
  await user.type(await screen.findByLabelText('Opis'), 'Jak Dior')
  await save()

  const warning = within(await screen.findByRole('dialog', { name: 'Cudzy znak towarowy' }))
  warning.getByText(WARNING)
  await user.click(warning.getByRole('button', { name: 'Wróć do tekstu' }))
  expect(screen.getByLabelText('Opis')).toHaveProperty('value', 'Jak Dior')
  expect(onClose).not.toHaveBeenCalled()

  await save()
  await user.click(await screen.findByRole('button', { name: 'Wiem, co robię' }))
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(sent).toMatchObject(
    [false, false, true].map((trademarks_accepted) => ({ description: 'Jak Dior', trademarks_accepted })),
  )
})
