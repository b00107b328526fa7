import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Dialog } from '#app/ui/dialog.tsx'

test('a dialog whose content has a heading is named by its title and read once', async () => {
  render(
    <Dialog open onClose={() => {}} title="Anbar Sahili" hideTitle>
      <h2>Anbar Sahili</h2>
    </Dialog>,
  )
  await screen.findByRole('dialog', { name: 'Anbar Sahili' })
  expect(screen.getAllByRole('heading')).toHaveLength(1)
})

test('a dialog whose content has no heading shows its title as the heading', async () => {
  render(
    <Dialog open onClose={() => {}} title="Koszyk">
      <p>Pusty koszyk</p>
    </Dialog>,
  )
  await screen.findByRole('heading', { name: 'Koszyk', level: 2 })
})
