import { readSender } from '#infra/shipping/shipx-settings.ts'
import { expect, test } from '#tests/support/fixtures.ts'

test('the sender is parsed from the shop’s address, or left to the data at InPost', () => {
  const read = (address: string, phone = '+48 601 202 303') =>
    readSender({ name: 'A', email: 'a@b.pl', phone, address })?.address ?? null
  expect(read('ul. Długa 3, 31-146 Kraków')).toEqual({
    street: 'Długa',
    houseNumber: '3',
    postalCode: '31-146',
    city: 'Kraków',
  })
  expect(read('al. 3 Maja 12a lok. 4, 00-950 Warszawa')).toMatchObject({
    street: 'al. 3 Maja',
    houseNumber: '12a lok. 4',
  })
  expect(read('Rynek Główny 1 / 2, 31-146 Kraków')).toMatchObject({ street: 'Rynek Główny', houseNumber: '1 / 2' })
  for (const address of ['Kraków', 'Długa, 31-146 Kraków', 'Długa 3 Kraków']) expect(read(address), address).toBeNull()
  expect(read('ul. Długa 3, 31-146 Kraków', '12')).toBeNull()
})
