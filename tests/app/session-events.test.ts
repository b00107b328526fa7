import { expect, test } from 'vitest'
import { eventBetween, NO_SESSION, type Session, UNKNOWN_SESSION } from '#app/account/session.ts'

const user = { id: '1', email: 'ala@example.com', role: 'customer', first_name: null, last_name: null } as const
const ala = { status: 'known', user, guest: null, expiresAt: '2026-12-01T00:00:00.000Z' } satisfies Session
const guest: Session = { ...NO_SESSION, status: 'known', guest: { email: 'ewa@example.com' } }
const jan: Session = { ...ala, user: { ...user, id: '2', email: 'jan@example.com' } }

test.each<[string, Session, Session, string | null]>([
  ['the first answer', UNKNOWN_SESSION, NO_SESSION, 'INITIAL_SESSION'],
  ['the first answer of a visitor who is signed in', UNKNOWN_SESSION, ala, 'INITIAL_SESSION'],
  ['nothing new', ala, { ...ala }, null],
  ['nobody, still', NO_SESSION, NO_SESSION, null],
  ['a session where there was none', NO_SESSION, ala, 'SIGNED_IN'],
  ['somebody else', ala, jan, 'SIGNED_IN'],
  ['a session that ended', ala, NO_SESSION, 'SIGNED_OUT'],
  ['a later end', ala, { ...ala, expiresAt: '2026-12-02T00:00:00.000Z' }, 'TOKEN_REFRESHED'],
  ['another name', ala, { ...ala, user: { ...user, first_name: 'Ala' } }, 'USER_UPDATED'],
  ['a buyer without an account', NO_SESSION, guest, 'USER_UPDATED'],
  ['the same buyer without an account', guest, { ...guest }, null],
])('%s', (_, before, after, event) => {
  expect(eventBetween(before, after)).toBe(event)
})
