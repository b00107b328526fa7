import { z } from 'zod'
import { notedMeanwhileSchema } from '#domain/batches/batch.ts'
import { UNAVAILABLE } from '#domain/catalog/product.ts'
import { type Shortage, shortageSchema } from '#domain/catalog/product-schema.ts'
import {
  INVALID_ITEMS_MESSAGES,
  type InvalidItems,
  priceChangeSchema,
  unavailableSchema,
} from '#domain/checkout/checkout.ts'
import { describeHeldOrder, heldOrderSchema } from '#domain/checkout/held-order.ts'
import { describeOrderLimit, orderLimitSchema } from '#domain/checkout/order-limits.ts'
import { describeOwnOrder, ownOrderSchema } from '#domain/checkout/own-order.ts'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { describeCodLimit } from '#domain/kernel/order-words/shipping-method.ts'
import { describeAdditionNotPayable } from '#domain/orders/changes/addition.ts'
import { MOST_PREPARED } from '#domain/prepared-orders/prepared-order.ts'
import { joinWarnings, parcelWarningSchema } from '#domain/shipping/admin/parcel-warning.ts'
import type { Definition } from './error-definition.ts'

/** Refusals about orders, their parcels and their money; part of ERRORS (errors.ts). */
export const ORDER_ERRORS = {
  // Orders
  invalid_recipient: { code: 'invalid_request', status: 400, sentence: 'Sprawdź dane odbiorcy i dostawy.' },
  invalid_items: {
    code: 'invalid_request',
    status: 400,
    sentence: ({ problem }: { problem: InvalidItems['problem'] }) => INVALID_ITEMS_MESSAGES[problem],
    field: 'items',
  },
  product_unavailable: {
    status: 409,
    sentence: `${UNAVAILABLE.gone}. Usuń go z koszyka, aby zamówić resztę.`,
    details: unavailableSchema,
  },
  out_of_stock: {
    status: 409,
    sentence: ({ products }: Shortage) =>
      products
        .map(({ name, left }) =>
          left === 0 ? `Produkt „${name}” jest wyprzedany.` : `Produkt „${name}”: zostało sztuk: ${left}.`,
        )
        .join(' '),
    details: shortageSchema,
  },
  order_limit_reached: { status: 409, sentence: describeOrderLimit, details: orderLimitSchema },
  own_order_in_the_way: { status: 409, sentence: describeOwnOrder, details: ownOrderSchema },
  order_held: { status: 409, sentence: describeHeldOrder, details: heldOrderSchema },
  held_order_unknown: {
    status: 404,
    sentence: 'Ten link jest nieprawidłowy albo niepełny. Otwórz go jeszcze raz z wiadomości e-mail.',
  },
  held_order_expired: {
    status: 409,
    sentence:
      'Minął czas na potwierdzenie. Zamówienie nie zostało złożone i nic nie trzeba płacić. Złóż je jeszcze raz.',
  },
  wrong_bottle: {
    status: 409,
    sentence: ({ name }: { name: string }) => `To inny produkt: ten kod nie należy do „${name}”.`,
    field: 'code',
  },
  batch_recalled: {
    status: 409,
    sentence: ({ batch }: { batch: string }) => `Partia ${batch} jest wycofana. Nie wysyłaj jej.`,
    field: 'batches',
  },
  batches_noted_meanwhile: {
    status: 409,
    sentence: ({ noted }: { noted: string[] }) =>
      `Ktoś wpisał tu już: ${noted.join(', ')}. Sprawdź flakony i zapisz wszystkie partie jeszcze raz.`,
    field: 'batches',
    details: notedMeanwhileSchema,
  },
  batch_recalled_before: { status: 409, sentence: 'Ta partia jest już wycofana, a jej kupujący ostrzeżeni.' },
  prepared_order_unknown: {
    status: 404,
    sentence: 'Ten link jest nieprawidłowy albo niepełny. Otwórz go jeszcze raz z wiadomości.',
  },
  prepared_order_over: {
    status: 409,
    sentence: 'Ten link już nie działa: minął jego czas albo zamówienie zostało złożone lub wycofane.',
  },
  prepared_orders_full: {
    status: 409,
    sentence: `Czeka już ${MOST_PREPARED} zamówień przez telefon. Zakończ któreś, aby przygotować następne.`,
  },
  address_unproven: {
    status: 409,
    sentence:
      'Aby zapłacić za to zamówienie, potwierdź najpierw adres e-mail: link wyślesz w panelu klienta, w ustawieniach.',
  },
  cod_limit_exceeded: {
    status: 409,
    sentence: ({ limitGrosze }: { limitGrosze: number }) => `${describeCodLimit(limitGrosze)} Wybierz płatność online.`,
    field: 'shippingMethod',
  },
  cod_not_for_you: {
    status: 409,
    sentence: 'Dla tego zamówienia płatność przy odbiorze jest niedostępna. Wybierz płatność online.',
    field: 'shippingMethod',
  },
  sale_stopped: { status: 409, sentence: ({ sentence }: { sentence: string }) => sentence },
  price_changed: {
    status: 409,
    sentence: ({ total }: { total: { oldGrosze: number; newGrosze: number } }) =>
      `Cena się zmieniła: było ${formatGrosze(total.oldGrosze)}, jest ${formatGrosze(total.newGrosze)}. Potwierdź ` +
      'zamówienie w nowej cenie.',
    details: priceChangeSchema,
  },
  idempotency_conflict: {
    status: 409,
    sentence: 'To zamówienie zostało już złożone z innymi danymi. Odśwież stronę.',
  },
  other_account: {
    status: 409,
    sentence: ({ email }: { email: string }) =>
      `Zalogowano jako ${email}. Odśwież stronę i zamów z tego konta albo zaloguj się ponownie.`,
    field: 'email',
  },
  shipping_method_not_offered: {
    status: 400,
    sentence: 'Ta metoda przesyłki nie jest dostępna przy tej płatności.',
    field: 'shippingMethod',
  },
  locker_closed: {
    status: 409,
    sentence: 'Wybrany paczkomat jest nieczynny. Wybierz inny paczkomat.',
    field: 'selectedLocker',
  },
  locker_unavailable: {
    status: 503,
    sentence: 'Nie udało się sprawdzić paczkomatu. Spróbuj ponownie za chwilę.',
    retryAfterSeconds: 5,
  },

  // Changes of orders
  parcel_not_changeable: { status: 409, sentence: ({ sentence }: { sentence: string }) => sentence },
  order_money_fixed: {
    status: 409,
    sentence: 'Produktów tego zamówienia nie można teraz zmienić: czeka na płatność albo jest już rozliczone.',
  },
  addition_not_payable: {
    status: 409,
    sentence: ({ differenceGrosze, least }: { differenceGrosze: number; least: number }) =>
      describeAdditionNotPayable(differenceGrosze, least),
  },
  payment_provider_away: {
    status: 503,
    sentence:
      'Operator płatności nie odpowiada, więc nie wiadomo, czy poprzednia dopłata nie została opłacona. Spróbuj za chwilę.',
    retryAfterSeconds: 5,
  },
  parcel_over_cod_limit: {
    status: 409,
    sentence: ({ limitGrosze, dueGrosze }: { limitGrosze: number; dueGrosze: number }) =>
      `${describeCodLimit(limitGrosze)} Po zmianie byłoby ${formatGrosze(dueGrosze)}.`,
  },
  added_product_gone: {
    status: 409,
    sentence: ({ names }: { names: readonly string[] }) =>
      names.map((name) => `Produktu „${name}” nie ma w sprzedaży, więc nie można go dołożyć.`).join(' '),
  },

  // Shipments
  shipment_not_found: { status: 404, sentence: 'Tej przesyłki już nie ma. Odśwież listę.' },
  shipment_not_archived: {
    status: 409,
    sentence: 'Usunąć można tylko zarchiwizowane przesyłki. Odśwież listę.',
  },
  parcel_not_to_pack: {
    status: 409,
    sentence: 'Tej paczki nie trzeba już pakować: w międzyczasie ją wysłano, anulowano albo zarchiwizowano.',
  },
  tracking_number_used: {
    status: 409,
    sentence: 'Ten numer śledzenia ma już inna paczka. Sprawdź etykietę.',
    field: 'tracking_number',
  },
  parcel_warned: {
    status: 409,
    sentence: ({ warnings }: { warnings: { sentence: string }[] }) =>
      `${joinWarnings(warnings)} Sprawdź, zanim paczka wyjdzie.`,
    details: z.object({ warnings: z.array(parcelWarningSchema) }),
  },
  parcel_not_sent: {
    status: 409,
    sentence:
      'Zamówienie można zakończyć, gdy paczka wyjdzie ze sklepu, a za pobraniem dopiero, gdy zostanie dostarczona albo ' +
      'oznaczysz je jako opłacone.',
  },
  order_sent: {
    status: 409,
    sentence:
      'Paczka opuściła już sklep. Gdy wróci, ustaw przesyłkę na „Anulowana”: zamówienie anuluje się razem z nią.',
  },
  order_stock_gone: {
    status: 409,
    sentence: ({ products }: { products: { name: string; deleted: boolean }[] }) =>
      products
        .map(({ name, deleted }) =>
          deleted
            ? `Brakuje sztuk produktu „${name}”, który usunięto ze sklepu: tego zamówienia nie da się przywrócić.`
            : `Produktu „${name}” nie ma już na stanie. Uzupełnij stan i spróbuj ponownie.`,
        )
        .join(' '),
  },
  order_code_gone: {
    status: 409,
    sentence:
      'Kod rabatowy tego zamówienia został w międzyczasie wykorzystany, więc nie można go przywrócić. Podnieś limit kodu albo złóż nowe zamówienie.',
  },
  order_not_restorable: {
    status: 409,
    sentence: 'Pieniądze za to zamówienie wróciły do klienta, więc nie można go przywrócić.',
  },

  // What the admin changes of orders
  payment_not_found: { status: 404, sentence: 'Nie znaleziono tej płatności przy zamówieniu.' },
  refund_too_large: {
    status: 409,
    sentence: ({ leftGrosze }: { leftGrosze: number }) =>
      leftGrosze === 0
        ? 'Tej wpłaty nie ma już z czego zwrócić: wszystko zostało zwrócone albo jest w drodze.'
        : `Najwyżej można zwrócić jeszcze ${formatGrosze(leftGrosze)}.`,
    field: 'amount_grosze',
  },
  stray_payment_not_found: { status: 404, sentence: 'Tej wpłaty nie ma już na liście. Odśwież stronę.' },
  order_paid_ahead: { status: 409, sentence: 'To zamówienie opłacono z góry. Zapisz zwrot przy jego wpłacie.' },
  transfer_too_large: {
    status: 409,
    sentence: ({ leftGrosze }: { leftGrosze: number }) =>
      leftGrosze === 0
        ? 'Za to zamówienie nie ma czego oddać: nikt jeszcze za nie nie zapłacił albo wszystko już wróciło.'
        : `Najwyżej można oddać jeszcze ${formatGrosze(leftGrosze)}.`,
    field: 'amount_grosze',
  },
  payment_disputed: {
    status: 409,
    sentence: ({ lost }: { lost: boolean }) =>
      lost
        ? 'Spór o tę wpłatę jest przegrany: pieniądze oddał kupującemu bank, więc operator płatności ich nie zwróci.'
        : 'Trwa spór o tę wpłatę: bank trzyma pieniądze, więc operator płatności ich teraz nie zwróci. Odpowiedz na spór ' +
          'u operatora płatności. Jeśli pieniądze zostały już oddane inną drogą, zapisz to przy wpłacie.',
  },
  refund_under_way: {
    status: 409,
    sentence: 'Poprzedni zwrot jest właśnie zlecany. Odśwież stronę za chwilę i spróbuj ponownie.',
  },
  order_status_refused: { status: 409, sentence: 'Tego zamówienia nie można tak oznaczyć.' },
  note_not_found: { status: 404, sentence: 'Tej notatki już nie ma.' },
  mail_not_of_order: { status: 404, sentence: 'Nie ma takiej wiadomości przy tym zamówieniu.' },
  mail_not_resendable: {
    status: 409,
    sentence: 'Ta wiadomość czeka jeszcze na wysłanie albo wysłano ją ponownie już pięć razy.',
  },

  // Payments
  order_not_found: { status: 404, sentence: 'Nie znaleziono zamówienia.' },
  order_link_invalid: {
    status: 404,
    sentence: 'Ten link jest nieprawidłowy albo niepełny. Otwórz go jeszcze raz z wiadomości e-mail.',
  },
  addition_over: { status: 409, sentence: 'Ta dopłata jest już nieaktualna. Zamówienie zostaje bez zmian.' },
  order_already_paid: { status: 409, sentence: 'To zamówienie jest już opłacone.' },
  payment_under_way: {
    status: 409,
    sentence: 'Płatność za to zamówienie jest właśnie sprawdzana. Odśwież stronę za chwilę.',
  },
  order_not_payable: { status: 409, sentence: 'Tego zamówienia nie można już opłacić. Złóż nowe zamówienie.' },
  ordered_product_gone: {
    status: 409,
    sentence: ({ products }: { products: { name: string }[] }) =>
      `${products.map(({ name }) => `Produktu „${name}” nie ma już w sprzedaży.`).join(' ')} Złóż nowe zamówienie.`,
    details: unavailableSchema,
  },
  amount_not_payable: {
    status: 409,
    sentence: ({ least, most }: { least: number; most: number }) =>
      `Z góry można zapłacić od ${formatGrosze(least)} do ${formatGrosze(most)}. Wybierz płatność za pobraniem.`,
  },
  payment_session_failed: {
    status: 503,
    sentence: 'Wystąpił błąd podczas tworzenia sesji płatności. Spróbuj ponownie.',
    retryAfterSeconds: 5,
  },
  payments_off: {
    status: 409,
    sentence:
      'Płatność online jest teraz wyłączona, więc nic nie zostało pobrane. Spróbuj później albo złóż zamówienie za pobraniem.',
  },
  payment_means_unread: {
    status: 503,
    sentence: 'Operator płatności nie odpowiedział, więc zostaje jego poprzednia odpowiedź. Spróbuj za chwilę.',
    retryAfterSeconds: 5,
  },
  payment_keys_missing: {
    status: 409,
    sentence: ({ mode }: { mode: 'test' | 'live' }) =>
      mode === 'live'
        ? 'Brak kluczy produkcyjnych. Dodaj je do ustawień sklepu i uruchom go ponownie.'
        : 'Brak kluczy testowych. Dodaj je do ustawień sklepu i uruchom go ponownie.',
  },
  payment_mode_unchanged: { status: 409, sentence: 'Ten tryb płatności jest już włączony.' },
  run_not_found: { status: 404, sentence: 'Nie ma takiej synchronizacji.' },
  webhook_refused: { status: 400, sentence: 'To powiadomienie nie pochodzi od operatora płatności.' },
} as const satisfies Record<string, Definition>
