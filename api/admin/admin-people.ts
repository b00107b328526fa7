import { adminCall, doneSchema } from '#api/call.ts'
import { inviteAgain, invitePerson, removePerson } from '#domain/accounts/change-people.server.ts'
import { listPeople } from '#domain/accounts/people-queries.server.ts'
import { invitationSchema } from '#domain/accounts/person.ts'
import { ok } from '#domain/kernel/result.ts'

export const adminPeopleCalls = [
  adminCall.get(
    '/people',
    { summary: 'Invited people, in the order of their invitations', answers: ['People'] },
    async ({ services }) => ok({ items: await listPeople(services) }),
  ),
  adminCall.post(
    '/people',
    {
      summary: 'Invites a person to pack, or to read the papers, by a mail; the link works once, for seven days',
      body: invitationSchema,
      answers: ['Invited'],
      refuses: ['person_address_taken', 'people_full'],
    },
    ({ services, user, body }) => invitePerson(services, user.id, body),
  ),
  adminCall.post(
    '/people/{id}/invite',
    {
      summary: 'Mails an invitation again; the links before end',
      answers: ['Mailed', doneSchema],
      refuses: ['person_not_found', 'person_accepted'],
    },
    ({ services, user, params }) => inviteAgain(services, user.id, params.id),
  ),
  adminCall.delete(
    '/people/{id}',
    {
      summary: 'Removes a person at once, with every session; what they did stays in the log',
      answers: ['Removed', doneSchema],
      refuses: ['person_not_found'],
    },
    ({ services, user, params }) => removePerson(services, user.id, params.id),
  ),
]
