import { defineDuty } from '#domain/kernel/duties/define-duty.ts'
import { lacksInShop } from '#domain/kernel/duties/duty.ts'
import { countProductsBySource } from './catalog-overview-queries.server.ts'

export default defineDuty({
  key: 'demo-goods',
  title: 'Tylko towar, który istnieje',
  why: 'Oferta perfum, których nie ma, i zmyślone opinie o nich wprowadzają kupujących w błąd.',
  act: 'Ustawa o przeciwdziałaniu nieuczciwym praktykom rynkowym, art. 5 ust. 1 i art. 7 pkt 26',
  since: '2023-01-01',
  async findGaps({ db }) {
    const { demo } = await countProductsBySource(db)
    if (demo === 0) return []
    const todo = `Usuń towar pokazowy (produktów: ${demo}).`
    return lacksInShop(todo, '/admin#przed-sprzedaza')
  },
})
