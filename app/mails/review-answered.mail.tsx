import { href } from 'react-router'
import { z } from 'zod'
import { inflectStars } from '#app/catalog/rating.tsx'
import { formatDay } from '#domain/kernel/text/dates-and-plurals.ts'
import { findMailedAnswer } from '#domain/reviews/answer-queries.server.ts'
import { defineMail, unlinked } from './define-mail.ts'
import { Heading, Lines, MailButton, Paragraph, SmallPrint, Title } from './mail-parts.tsx'

const ids = z.object({ reviewId: z.uuid() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'review-answered': z.output<typeof ids>
  }
}

const EXAMPLE = {
  product: 'Layali Zahran 100 ml',
  slug: 'layali-zahran',
  rating: 4,
  comment: 'Piękny zapach.\nNa mojej skórze trwa pół dnia.',
  answer: 'Dziękujemy!\n\nNa ubraniu trwa dłużej niż na skórze.',
  created_at: new Date('2026-11-21T13:30:00Z'),
}

/** Tells the author of a review that the shop has answered it: once, with both texts. */
export default defineMail({
  template: 'review-answered',
  name: 'Odpowiedź na opinię',
  ids,
  load: (db, { reviewId }) => findMailedAnswer(db, reviewId),
  write: ({ product, slug, rating, comment, answer, created_at }, { profile }) => ({
    subject: `Odpowiedź na Twoją opinię: ${product}`,
    preview: `Sklep ${profile.shopName} odpowiedział na opinię z ${formatDay(created_at)}.`,
    body: (
      <>
        <Title>Odpowiedź na Twoją opinię</Title>
        <Paragraph>{`Dzień dobry! Odpowiedzieliśmy na Twoją opinię o produkcie ${product}:`}</Paragraph>
        <Paragraph>
          <Lines of={unlinked(answer).split('\n')} />
        </Paragraph>
        <Heading>{`Twoja opinia z ${formatDay(created_at)}`}</Heading>
        <SmallPrint>
          <Lines
            of={[`${rating} ${inflectStars(rating)}`, ...(comment === null ? [] : unlinked(comment).split('\n'))]}
          />
        </SmallPrint>
        <MailButton href={`${profile.shopUrl}${href('/produkt/:slug', { slug })}#opinie`}>Zobacz opinie</MailButton>
        <SmallPrint>
          Ta wiadomość przychodzi raz. Opinię możesz zmienić albo usunąć w panelu klienta; odpowiedź znika razem z nią.
        </SmallPrint>
      </>
    ),
  }),
  examples: { odpowiedź: EXAMPLE, 'same gwiazdki': { ...EXAMPLE, comment: null } },
})
