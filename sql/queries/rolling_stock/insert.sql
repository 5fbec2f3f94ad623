-- creates a rolling stock; answers the full record as JSON text
insert into rolling_stock (name, locked, power_restriction_codes, electric_modes, record, light_record)
values ($1, $2::boolean, $3::text[], $4::text[], $5, $6)
returning id, version, '{"id":' || id || ',"version":' || version || ',"locked":' || locked || ',' || substr(record, 2) as json
