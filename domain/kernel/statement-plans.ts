/**
 * A comment for statements whose best plan depends on their values, such as a word that few or most rows contain. They
 * are planned on each execution instead of once per connection.
 */
export const PLANNED_FOR_VALUES = '/* planned for its values */'
