import { defineChecks } from '#domain/kernel/definitions.ts'
import { isReservedAddress } from '#domain/kernel/mail.ts'
import { isAdminProtected } from './account-queries.server.ts'

export default defineChecks([
  {
    key: 'admin-email',
    title: 'Adres administratora',
    setup: { how: 'Podaj swój adres e-mail. Teraz jest przykładowy: link do odzyskania hasła do nikogo nie dojdzie.' },
    needs: 'settings',
    variables: ['ADMIN_EMAIL'],
    isDone: ({ adminEmail }) => !isReservedAddress(adminEmail),
  },
  {
    key: 'second-factor',
    title: 'Logowanie dwuetapowe',
    setup: { how: 'To konto oddaje pieniądze i widzi dane klientów. Włącz kod z aplikacji w telefonie.' },
    isDone: ({ db, adminEmail }) => isAdminProtected(db, adminEmail),
  },
])
