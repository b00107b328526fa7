import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import Backups from '#app/admin/backups/backups.tsx'
import { queryClient } from '#app/query-client.ts'
import type { BackupState } from '#domain/backups/backup-queries.server.ts'
import { stubShop } from './stub-shop.ts'

const GOOD: BackupState = {
  scheduled: true,
  newest: { file: 'perfumeria-2026-11-24T02-30-00Z.tar.zst.age', bytes: 12_400_000, made_at: '2026-11-24T02:30:00Z' },
  is_old: false,
  failure: null,
  rehearsed: true,
  rehearsal: { rehearsed_at: '2026-11-02T03:41:00Z', failure: null },
}

afterEach(() => queryClient.clear())

async function show(state: BackupState): Promise<string> {
  stubShop({ 'get /api/admin/backups': () => state })
  render(<Backups />)
  const card = await screen.findByRole('region', { name: 'Stan kopii' })
  await screen.findAllByText(/kopi|odtworzenia/i)
  return card.textContent ?? ''
}

test('a shop with backups says when the newest was made, how large it is, and that it can be restored', async () => {
  const text = await show(GOOD)
  expect(text).toContain('Ostatnia kopia: 24 listopada 2026 03:30, 12,4 MB')
  expect(text).toContain('Próba odtworzenia 2 listopada 2026 04:41: gotowe do użycia')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a backup older than two days, or no backup, is an alert', async () => {
  await show({ ...GOOD, is_old: true })
  expect(screen.getByRole('alert').textContent).toContain('Kopia ma więcej niż dwa dni.')
  cleanup()
  queryClient.clear()
  await show({ ...GOOD, newest: null, is_old: true, scheduled: false, rehearsed: false, rehearsal: null })
  expect(screen.getByRole('alert').textContent).toBe(
    'Nie ma żadnej kopii. Po awarii dysku nie da się odtworzyć zamówień.',
  )
  expect(screen.getByText(/Ustaw BACKUP_SCHEDULE/)).toBeTruthy()
})

test('after a failed backup or rehearsal the card says what to do', async () => {
  const failed = { rehearsed_at: '2026-11-02T03:41:00Z', failure: 'BackupFileError: damaged' }
  const text = await show({ ...GOOD, failure: 'ENOSPC', rehearsal: failed })
  expect(text).toContain('Ostatnia próba zrobienia kopii się nie udała.')
  expect(text).toContain('nie udała się, zrób nową kopię')
  expect(text).not.toContain('ENOSPC')
})

test('for a backup that was never restored in a rehearsal the card says whether the shop will try it', async () => {
  expect(await show({ ...GOOD, scheduled: false, rehearsal: null })).toMatch(
    /Ustaw BACKUP_SCHEDULE albo uruchom .*Odtworzenia nie próbowano\. Sklep próbuje sam drugiego dnia miesiąca/,
  )
  cleanup()
  queryClient.clear()
  expect(await show({ ...GOOD, scheduled: false, rehearsed: false, rehearsal: null })).toMatch(
    /Ustaw BACKUP_SCHEDULE i BACKUP_PASSPHRASE .*Sklep nie ma hasła kopii, więc sam nie spróbuje/,
  )
})
