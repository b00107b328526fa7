import { defineDuty } from '#domain/kernel/duties/define-duty.ts'
import { lacksInShop } from '#domain/kernel/duties/duty.ts'
import { isInvented } from './profile-fields.ts'

export default defineDuty({
  key: 'hosting-provider',
  title: 'Firma, u której działa serwer',
  why: 'Polityka prywatności ma mówić, komu sklep powierza dane; „dostawca hostingu” nie mówi, kto to jest.',
  act: 'RODO, art. 13 ust. 1 lit. e i art. 28',
  since: '2018-05-25',
  async findGaps({ profile }) {
    if (!isInvented('hosting_provider', profile.hostingProvider)) return []
    const todo = 'Podaj w ustawieniach nazwę firmy, u której działa serwer.'
    return lacksInShop(todo, '/admin/ustawienia/sprzedawca')
  },
})
