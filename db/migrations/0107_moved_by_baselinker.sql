-- Pieces that BaseLinker takes off or puts back, beside a stock that it sets: a stocktake treats them as a sale.
alter table stock_movements drop constraint stock_movements_reason_check;
alter table stock_movements add constraint stock_movements_reason_check check (reason in (
  'opening', 'added', 'set', 'imported', 'baselinker', 'baselinker_moved', 'placed', 'retaken', 'changed', 'held',
  'released', 'reserved', 'unreserved', 'cancelled', 'taken_out', 'returned', 'refunded', 'trial', 'counted', 'broken',
  'missing', 'stolen', 'miscounted', 'other', 'unknown')) not valid;
alter table stock_movements validate constraint stock_movements_reason_check;
