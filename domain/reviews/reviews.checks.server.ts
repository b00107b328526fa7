import { hasDemoGoods } from '#domain/catalog/catalog-queries.server.ts'
import { lacksInShop } from '#domain/kernel/checks/check.ts'
import { defineChecks } from '#domain/kernel/definitions.ts'
import { chooseQuotes, LEAST_PRAISE, listPraise } from './praise-queries.server.ts'

export default defineChecks([
  {
    key: 'invented-quotes',
    title: 'Tylko prawdziwe głosy klientów',
    law: {
      why:
        'Zmyślonych opinii nie wolno pokazywać; „Mówią o nas” przytacza opinie po potwierdzonym zakupie, gdy jest ich ' +
        `${LEAST_PRAISE}, a do tego czasu z adresem https paska nie ma.`,
      act: 'Ustawa o przeciwdziałaniu nieuczciwym praktykom rynkowym, art. 7 pkt 25 i 26',
      since: '2023-01-01',
      grave: true,
    },
    async findGaps({ db, profile }) {
      const praise = await listPraise(db)
      const { shopUrl } = profile
      if (chooseQuotes(praise, { shopUrl, hasDemoGoods: await hasDemoGoods(db) }) !== 'demo') return []
      const todo = `Na stronie głównej stoją zmyślone cytaty; znikną, gdy opinii będzie ${LEAST_PRAISE} (jest ${praise.length}) albo z adresem https.`
      return lacksInShop(todo, '/admin#komentarze')
    },
  },
])
