/** The last day on which pieces labelled before regulation (EU) 2023/1545 may be sold. */
export const LAST_OLD_LABEL_DAY = '2028-07-31'
export const LAST_DAY_OF_OLD_LABELS = '31.07.2028'
