/** Words at published reviews. Apart from those of forms, which a first visit does not load. */
export const REVIEW_MARKS = { confirmed: 'Potwierdzony zakup', answer: 'Odpowiedź sklepu' } as const
