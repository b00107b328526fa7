-- A list of paid-out cash on delivery may have several lines of one parcel and day. Their entries have the amount as well: those
-- that were stored without it get it, so that reading their file again adds nothing.
update payout_lines set entry = entry || ' ' || gross_grosze
where source = 'inpost' and entry = reference || ' ' || to_char(day, 'YYYY-MM-DD');
