/**
 * Stands as a comment in a statement whose best plan depends on its values, such as a word that few or most rows contain:
 * it is planned each time instead of once per connection.
 */
export const PLANNED_FOR_VALUES = '/* planned for its values */'
