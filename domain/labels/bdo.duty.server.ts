import { defineDuty } from '#domain/kernel/duties/define-duty.ts'
import { lacksInShop } from '#domain/kernel/duties/duty.ts'

export default defineDuty({
  key: 'bdo',
  title: 'Numer BDO',
  why: 'Kto wprowadza na rynek opakowania, musi być w rejestrze BDO i podawać jego numer na dokumentach sprzedaży.',
  act: 'Ustawa z 14.12.2012 o odpadach, art. 50 i art. 63; od 12.08.2026 także rozporządzenie (UE) 2025/40 (PPWR)',
  since: '2020-01-01',
  async findGaps({ profile }) {
    if (profile.sellerBdo !== '') return []
    const todo =
      'Zarejestruj się w BDO i wpisz numer w ustawieniach. Numer pojawi się w stopce, wiadomościach i na karcie paczki.'
    return lacksInShop(todo, '/admin/ustawienia/sprzedawca#seller_bdo')
  },
})
