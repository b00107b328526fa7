// A process that stores corrections of an invoice one after another, until all numbers are taken or it is killed. Every
// seventh transaction is rolled back. Arguments: the database, the checkout, the id of the invoice, how many there are to be.
import type { Invoice } from '#domain/papers/invoice.ts'
import { insertInvoice, takeNumber } from '#domain/papers/invoices/invoice-store.server.ts'
import { connectDatabase } from '#infra/db/connect.ts'

const [url = '', checkoutId = '', correctsId = '', most = ''] = process.argv.slice(2)
const { db, close } = connectDatabase(url, { max: 1, onIdleError: () => undefined })
let isDone = false
for (let round = 1; !isDone; round += 1) {
  await db
    .transaction()
    .execute(async (trx) => {
      const number = await takeNumber(trx, 'FK', 2030)
      const content = { number, lines: [], sums: [] } as unknown as Invoice
      await insertInvoice(trx, { checkoutId, correctsId, content, movements: [], grossGrosze: 0 })
      isDone = Number(number.slice(-6)) > Number(most)
      if (isDone || round % 7 === 0) throw new Error('rolled back')
    })
    .catch((error: Error) => {
      if (error.message !== 'rolled back') throw error
    })
}
await close()
