/** Who may import whom (ARCHITECTURE.md): floors by globs, the order within a floor by the lists below. */
const PURE_DOMAIN = '^domain/(?!.*\\.server\\.tsx?$)'
const rule = (name, from, to) => ({ name, severity: 'error', from, to })

/** Folders of a floor from the lowest to the highest: each imports only what stands before it, but for the files named. */
const rising = (floor, folders, exceptions) =>
  folders.map((folder, place) =>
    rule(
      `${floor}-${folder}-knows-only-what-is-below-it`,
      { path: `^${floor}/${folder}/`, ...(exceptions.length > 0 && { pathNot: exceptions }) },
      { path: `^${floor}/(${folders.slice(place + 1).join('|')})/` },
    ),
  )

const NOUNS = [
  ...[
    'kernel',
    'stock',
    'pictures',
    'mails',
    'labels',
    'payments',
    'money',
    'gifts',
    'shipping',
    'contact',
    'failures',
    'films',
    'buyers',
    'newsletter',
    'papers',
    'till',
    'month',
  ],
  ...[
    'batches',
    'consents',
    'catalog',
    'guides',
    'going-live',
    'settings',
    'alerts',
    'feeds',
    'returns',
    'codes',
    'cart',
    'orders',
    'retention',
    'stocktakes',
    'books',
    'search',
    'backups',
  ],
  ...[
    'owner-notices',
    'terms',
    'contracts',
    'accounts',
    'reviews',
    'checkout',
    'prepared-orders',
    'system',
    'baselinker',
  ],
]

const SCREENS = [
  ...[
    'ui',
    'pictures',
    'dialogs',
    'consents',
    'cart',
    'account',
    'catalog',
    'feeds',
    'seo',
    'shop',
    'saved',
    'search',
    'scent-finder',
    'returns',
  ],
  ...[
    'contact',
    'alerts',
    'newsletter',
    'reviews',
    'notices',
    'papers',
    'checkout',
    'product',
    'legal',
    'guides',
    'home',
    'shell',
    'panel',
    'terms',
    'mails',
  ],
  ...['admin', 'order-links', 'payment-result'],
]

const PLUMBING = [
  ...['http', 'monitoring', 'embedded-postgres', 'db', 'auth', 'mails', 'payments', 'shipping', 'storage', 'pdf'],
  ...['push', 'ksef', 'backup', 'doctor', 'jobs', 'process'],
]

module.exports = {
  forbidden: [
    rule('no-circular', {}, { circular: true }),
    rule(
      'pure-domain-is-pure',
      { path: PURE_DOMAIN },
      { pathNot: ['^domain/(?!.*\\.server\\.ts$)', '^node_modules/(zod|kysely|entities)/'] },
    ),
    rule(
      'pure-domain-knows-kysely-by-type-only',
      { path: PURE_DOMAIN },
      { path: '^node_modules/kysely/', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'use-cases-know-domain-only',
      { path: '^domain/.*\\.server\\.tsx?$' },
      { pathNot: ['^domain/', '^node_modules/(zod|kysely)/', '^(node:)?(crypto|async_hooks|zlib)$'] },
    ),
    // kernel <- nouns <- flows: what spans several nouns stands above them, what all of them need below.
    rule(
      'kernel-knows-no-noun',
      { path: '^domain/kernel/' },
      { path: '^domain/', pathNot: '^domain/(kernel/|database\\.ts|services\\.ts)' },
    ),
    rule(
      'nouns-know-no-use-case-and-no-store-of-another',
      { path: '^domain/(?!flows/|kernel/)([^/]+)/' },
      {
        path: '^domain/.*\\.server\\.ts$',
        pathNot: '^domain/($1|kernel)/|-queries\\.server\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    ...rising('domain', NOUNS, [
      // What a packer is warned of comes from withdrawals as well as from disputes and labels; what is told, from the order.
      '^domain/shipping/admin/parcel(-warnings)?-queries\\.server\\.ts$',
    ]),
    ...rising('app', SCREENS, [
      // A card has the heart and the button of the cart, which adds a remark once it was pressed.
      '^app/catalog/(add-to-cart-button|product-card)\\.tsx$',
      // The checkout and the comparison show parts of a product's page.
      '^app/checkout/(known-guarantee-notice|order-summary)\\.tsx$',
      '^app/saved/scent-comparison\\.tsx$',
      // Notices read what the layout has loaded.
      '^app/notices/notices\\.tsx$',
    ]),
    ...rising('infra', PLUMBING, [
      // The server measures and traces what it answers.
      '^infra/http/http-server\\.ts$',
    ]),
    rule('nouns-know-no-flow', { path: '^domain/(?!flows/)[^/]+/' }, { path: '^domain/flows/' }),
    rule('screens-and-api-never-touch-stores', { path: '^(app|api)/' }, { path: '-store\\.server\\.ts$' }),
    rule('screens-and-api-never-touch-infra', { path: '^(app|api)/' }, { path: '^(infra|sandbox|server\\.ts)' }),
    rule('ui-knows-ui-and-pure-domain', { path: '^app/ui/' }, { path: '^(app/(?!ui/)|api/|domain/.*\\.server\\.ts$)' }),
    rule('screens-never-import-the-api', { path: '^app/' }, { path: '^api/', pathNot: '^api/index\\.ts$' }),
    rule(
      'screens-know-the-contract-by-type-only',
      { path: '^app/' },
      { path: '^api/index\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    rule('api-never-knows-screens', { path: '^api/' }, { path: '^app/' }),
    rule('only-admin-screens-load-admin-code', { path: '^app/(?!admin/|routes)' }, { path: '^app/admin/' }),
    rule(
      'infra-knows-domain-and-sdks',
      { path: '^infra/(?!http/pages\\.ts|mails/render-mail\\.ts|db/archive-legal-texts\\.ts)' },
      { path: '^(app|api|sandbox)/' },
    ),
    rule(
      'only-the-mail-renderer-loads-mails',
      { path: '^(app/(?!mails/)|api|domain|infra/(?!mails/render-mail\\.ts))' },
      { path: '^app/mails/' },
    ),
    rule('sandbox-stands-alone', { path: '^sandbox/' }, { path: '^(app|api|infra|domain)/' }),
    rule(
      'sql-stands-in-queries-and-stores',
      { path: '^(app|api|domain)/', pathNot: '-(queries|store)\\.server\\.ts$' },
      {
        path: '^node_modules/kysely/',
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule(
      'only-env-and-tests-load-vendors-of-payment-and-mail',
      { path: '^(app|api|domain)/' },
      {
        path: '^node_modules/(pg|pg-boss|nodemailer|better-auth|sharp|stripe|@aws-sdk)/',
      },
    ),
    rule(
      'nothing-unresolved',
      {},
      {
        couldNotResolve: true,
        pathNot: ['^virtual:', '\\.woff2\\?url$', '\\.css\\?url$', '\\?(raw|script)$', '/\\+types/'],
      },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(build|data|\\.react-router)/' },
    tsPreCompilationDeps: true,
    // TypeScript 7 has no API for tools yet, so swc reads our files; the warning about a missing compiler is about that alone.
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
}
