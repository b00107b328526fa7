import { Fragment, type ReactNode } from 'react'
import { z } from 'zod'
import { formatDateTime, pluralize } from '#domain/kernel/text/dates-and-plurals.ts'
import { labelEvents, labelNotice, pathOfNotice } from '#domain/owner-notices/notice-words.ts'
import { NOTICE_KIND_LABELS } from '#domain/owner-notices/owner-notices.ts'
import { listMailedNotices, type NoticeFacts } from '#domain/owner-notices/owner-notices-queries.server.ts'
import { defineMail, unlinked } from './define-mail.ts'
import { MESSAGE, ORDERED_AT } from './mail-examples.ts'
import { EmailAddress, Heading, Lines, Paragraph, TextLink, Title } from './mail-parts.tsx'

const ids = z.object({ batch: z.uuid() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'owner-notices': z.output<typeof ids>
  }
}

const headline = ({ name, ...notice }: NoticeFacts) =>
  labelNotice({ ...notice, name: notice.kind === 'message' ? unlinked(name) : name })

function details({ created_at, kind, count, text, email }: NoticeFacts): ReactNode[] {
  return [
    formatDateTime(created_at),
    ...(kind === 'order' && count !== null && count > 1
      ? [`Jedna paczka, ${count}\u00a0${pluralize(count, { one: 'zamówienie', few: 'zamówienia', many: 'zamówień' })}`]
      : []),
    ...(email === null
      ? []
      : [
          <Fragment key="email">
            E-mail: <EmailAddress of={email} />
          </Fragment>,
        ]),
    // The last day of a dispute stands in the headline.
    ...(text === null || kind === 'dispute' ? [] : unlinked(text).split(/\r?\n/)),
  ]
}

const order: NoticeFacts = {
  kind: 'order',
  created_at: ORDERED_AT,
  name: '81293747',
  target_id: '81293747-0000-4000-8000-000081293747',
  amount_grosze: 11_599,
  count: 1,
  text: null,
  email: null,
}
const empty = { ...order, target_id: null, amount_grosze: null, count: null }

/** Tells the owner of one event in the shop, or of those since the last mail. */
export default defineMail({
  template: 'owner-notices',
  name: 'Powiadomienie o zdarzeniach w sklepie',
  ids,
  load: async (db, { batch }) => ({ notices: await listMailedNotices(db, batch) }),
  write: ({ notices }, { profile }) => {
    const [first] = notices
    const count = notices.length
    const subject =
      first !== undefined && count === 1
        ? first.kind === 'message'
          ? NOTICE_KIND_LABELS.message
          : headline(first)
        : `${labelEvents(count)} ${profile.shopName}`
    return {
      subject,
      preview: notices.slice(0, 3).map(headline).join('; '),
      body: (
        <>
          <Title>{count === 1 ? 'W sklepie coś się wydarzyło' : subject}</Title>
          {notices.map((notice, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
            <Fragment key={index}>
              <Heading>{headline(notice)}</Heading>
              <Paragraph>
                <Lines of={details(notice)} />
              </Paragraph>
              {notice.target_id !== null && (
                <Paragraph>
                  <TextLink href={`${profile.shopUrl}${pathOfNotice(notice)}`}>Otwórz w panelu</TextLink>
                </Paragraph>
              )}
            </Fragment>
          ))}
          <Paragraph>
            <TextLink href={`${profile.shopUrl}/admin/ustawienia/powiadomienia`}>Zmień powiadomienia</TextLink>
          </Paragraph>
        </>
      ),
    }
  },
  examples: {
    'jedno zamówienie': { notices: [order] },
    zestawienie: {
      notices: [
        { ...order, count: 3 },
        { ...order, kind: 'payment', name: '23456789', count: null },
        { ...order, kind: 'refund', name: '34567890', count: null, text: 'Bank odrzucił przelew.' },
        { ...order, kind: 'dispute', name: '45678901', count: null, text: '2026-12-04' },
        { ...empty, kind: 'stock', name: 'Bakhur Mirzan', target_id: order.target_id, count: 2 },
        { ...empty, kind: 'message', name: MESSAGE.name, text: MESSAGE.message, email: MESSAGE.email },
      ],
    },
  },
})
