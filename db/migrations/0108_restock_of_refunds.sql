-- A refund that cancels an order is made later, or refused: what its owner says of the pieces waits with it.
alter table refunds add column restock jsonb;
comment on column refunds.restock is 'Of each product the pieces that are sold again if this refund cancels the order.';
