import type { Definition } from './error-definition.ts'

/** What BaseLinker, and the owner who connects it, are told. */
export const BASELINKER_ERRORS = {
  baselinker_key_missing: { status: 401, sentence: 'Brak klucza BaseLinkera (bl_pass).' },
  baselinker_key_wrong: {
    status: 401,
    sentence:
      'Ten klucz BaseLinkera nie działa. Utwórz nowy w panelu sklepu, w sekcji BaseLinker, i wpisz go w BaseLinkerze.',
  },
  baselinker_off: { status: 403, sentence: 'Połączenie z BaseLinkerem jest w sklepie wyłączone.' },
  baselinker_key_first: {
    status: 409,
    sentence: 'Najpierw utwórz klucz: bez niego BaseLinker nie może się połączyć.',
    field: 'enabled',
  },
  baselinker_action_unknown: {
    status: 400,
    sentence: ({ action }: { action: string }) => `Sklep nie obsługuje metody „${action}”.`,
  },
  baselinker_field_wrong: {
    status: 400,
    sentence: ({ field, problem }: { field: string; problem: string }) => `Pole ${field}: ${problem}.`,
  },
  baselinker_product_unknown: {
    status: 409,
    sentence: ({ name }: { name: string }) =>
      `Produktu „${name}” nie ma w sklepie. Powiąż ofertę z produktem sklepu i dodaj zamówienie jeszcze raz.`,
  },
  baselinker_abroad: { status: 409, sentence: 'Sklep wysyła tylko w Polsce, więc tego zamówienia nie przyjmuje.' },
  baselinker_currency: { status: 409, sentence: 'Sklep przyjmuje tylko zamówienia w złotych (PLN).' },
  baselinker_status_unknown: { status: 400, sentence: 'Sklep nie zna tego statusu.' },
  baselinker_not_back: { status: 409, sentence: 'Opłaconego zamówienia nie można cofnąć do nieopłaconego.' },
  baselinker_no_parcel: { status: 409, sentence: 'Nie ma czego wysłać: jest nieopłacone albo anulowane.' },
  baselinker_number_wrong: { status: 400, sentence: 'To nie jest numer przesyłki.' },
  baselinker_updates_refused: {
    status: 409,
    sentence: ({ sentences }: { sentences: readonly string[] }) => sentences.join(' '),
  },
} as const satisfies Record<string, Definition>
