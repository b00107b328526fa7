/**
 * The placeholder for the harmonised notice of the legal guarantee (annex I of implementing regulation (EU) 2025/1960)
 * until the owner has uploaded the Commission's official file, which must be shown unaltered from 2026-09-27 on. The
 * text is the shop's own summary; the official file has to be uploaded before a shop goes live.
 */
export const GUARANTEE_NOTICE = {
  title: 'Gwarancja prawna: co najmniej 2 lata',
  text:
    'Na każdy produkt kupiony w Unii Europejskiej masz co najmniej 2 lata prawnej gwarancji zgodności, bez dopłaty. ' +
    'Jeśli produkt jest wadliwy albo inny, niż obiecano, sprzedawca bezpłatnie go naprawi albo wymieni. Gdy to ' +
    'niemożliwe, trwa za długo albo nie pomaga, obniży cenę albo odda pieniądze.',
  link: 'Twoje prawa w serwisie Twoja Europa',
  url: 'https://europa.eu/youreurope/citizens/consumers/shopping/guarantees/index_pl.htm',
  /** The same address as a QR code: a file in public/, black on white. */
  qr: '/notice/legal-guarantee-qr.png',
} as const

/** The last day on which pieces labelled before regulation (EU) 2023/1545 may be sold. */
export const LAST_OLD_LABEL_DAY = '2028-07-31'
export const LAST_DAY_OF_OLD_LABELS = '31.07.2028'
