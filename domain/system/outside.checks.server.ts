import { defineChecks } from '#domain/kernel/definitions.ts'

/** The address of the shop and the services around it. */
export default defineChecks([
  {
    key: 'https',
    title: 'Adres z https',
    setup: { how: 'Podaj publiczny adres sklepu z https. Przy starcie sklep sprawdzi wtedy wszystkie ustawienia.' },
    needs: 'settings',
    variables: ['SHOP_URL'],
    isDone: ({ shopUrl }) => shopUrl.startsWith('https://'),
  },
  {
    key: 'mail-server',
    title: 'Poczta',
    setup: {
      how:
        'Wiadomości trafiają do skrzynki próbnej albo wychodzą z adresu przykładowego. Podaj swój serwer ' +
        'poczty i adres nadawcy.',
      link: { to: '/admin/niewyslane-emaile', label: 'Niewysłane e-maile' },
    },
    needs: 'settings',
    variables: ['SMTP_URL', 'MAIL_FROM'],
    isDone: ({ hasMailServer }) => hasMailServer,
  },
  {
    key: 'lockers',
    title: 'Paczkomaty',
    setup: { how: 'Lista paczkomatów jest zmyślona. Podaj adres listy InPost.' },
    needs: 'settings',
    variables: ['INPOST_API_URL'],
    isDone: ({ hasLockers }) => hasLockers,
  },
  {
    key: 'carrier',
    title: 'Etykiety InPost',
    setup: {
      how:
        'Przesyłki i etykiety powstaną w panelu, gdy podasz klucz i numer organizacji z Managera Paczek. Bez ' +
        'nich numery wpisujesz ręcznie.',
      link: { to: '/admin/przesylki', label: 'Przesyłki' },
      optional: true,
    },
    needs: 'settings',
    variables: ['SHIPX_TOKEN', 'SHIPX_ORGANIZATION_ID'],
    isDone: ({ hasCarrier }) => hasCarrier,
  },
])
