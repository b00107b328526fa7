-- The admin's products by stock, what sells out first before the rest. Written by an order of a counted product.
create index products_stock_idx on products ((case when out_of_stock then 0 else stock_quantity end), id) include (gender) where active;
