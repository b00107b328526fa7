import { Fragment } from 'react'
import { z } from 'zod'
import { type BookDifference, DIFFERENCE_LABELS, pathOfDifference } from '#domain/books/book-comparison.ts'
import { findMailedComparison } from '#domain/books/book-comparison-queries.server.ts'
import { describeResult } from '#domain/books/describe-comparison.ts'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { defineMail, unlinked } from './define-mail.ts'
import { Heading, Paragraph, TextLink, Title } from './mail-parts.tsx'

const ids = z.object({ day: z.iso.date() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'books-compared': z.output<typeof ids>
  }
}

/** The most differences that a mail lists; the panel shows all. */
const MOST_LISTED = 50

const difference: BookDifference = {
  kind: 'money_missing',
  order_id: '81293747-0000-4000-8000-000081293747',
  name: '81293747',
  grosze: 1_299,
}
const agreed = { day: '2026-11-30', compared_at: new Date('2026-11-30T03:23:00Z'), orders: 214, grosze: 3_120_410 }

/** Tells the owner each week whether orders, money and papers agree. */
export default defineMail({
  template: 'books-compared',
  name: 'Porównanie ksiąg sklepu',
  ids,
  load: (db, { day }) => findMailedComparison(db, day),
  write(found, { profile }) {
    const result = describeResult(found)
    return {
      subject: `${result} ${profile.shopName}`,
      preview: 'Zamówienia, pieniądze i dokumenty porównane w nocy.',
      body: (
        <>
          <Title>{result}</Title>
          <Paragraph>
            Co noc sklep porównuje zamówienia z płatnościami, zwrotami, paragonami, fakturami, wypłatami i kodami, a
            stany produktów z ich ruchami. Liczby są z ostatnich siedmiu dni.
          </Paragraph>
          {found.differences.slice(0, MOST_LISTED).map((each) => (
            <Fragment key={`${each.kind} ${each.product_id ?? each.name}`}>
              <Heading>{unlinked(each.name)}</Heading>
              <Paragraph>
                {`${DIFFERENCE_LABELS[each.kind]}${each.grosze === null ? '' : `: ${formatGrosze(each.grosze)}`}. `}
                <TextLink href={`${profile.shopUrl}${pathOfDifference(each)}`}>Otwórz w panelu</TextLink>
              </Paragraph>
            </Fragment>
          ))}
        </>
      ),
    }
  },
  examples: {
    'wszystko się zgadza': { ...agreed, differences: [] },
    'dwie różnice': {
      ...agreed,
      differences: [difference, { kind: 'code_over', order_id: null, name: 'LATO10', grosze: null }],
    },
  },
})
