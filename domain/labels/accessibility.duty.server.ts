import { defineDuty } from '#domain/kernel/duties/define-duty.ts'
import { lacksInShop } from '#domain/kernel/duties/duty.ts'
import { readWarsawClock } from '#domain/shipping/delivery-date/calendar-day.ts'
import { readAccessibilityReview } from './label-queries.server.ts'

export default defineDuty({
  key: 'accessibility',
  title: 'Deklaracja dostępności',
  why: 'Sklep musi mówić, jak jest dostępny i gdzie zgłosić barierę; deklaracja, której nikt nie sprawdza, bywa fałszywa.',
  act: 'Ustawa z 26.04.2024 o zapewnianiu spełniania wymagań dostępności, art. 16 i 19',
  since: '2025-06-28',
  async findGaps({ db, now, profile }) {
    // Services of micro-entrepreneurs are exempt.
    if (profile.isMicroEntrepreneur) return []
    const reviewed = await readAccessibilityReview(db)
    if (reviewed !== null && reviewed > sameDayLastYear(readWarsawClock(now()).day)) return []
    const todo = 'Przeczytaj stronę /dostepnosc, sprawdź ją i wpisz dzień przeglądu. Powtarzaj to co rok.'
    return lacksInShop(todo, '/admin/ustawienia/sklad-i-producenci#dostepnosc')
  },
})

/** '2025-11-24' for '2026-11-24'. */
function sameDayLastYear(day: string): string {
  return `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`
}
