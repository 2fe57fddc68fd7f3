// Light at a surface between two transparent media, and in a medium. Exact, no Schlick.
float fresnel(float cos_in, float index) {
    // `index` is that of the far side over that of the near side.
    float c = clamp(cos_in, 0.0, 1.0);
    float g2 = index * index - 1.0 + c * c;
    if (g2 <= 0.0) return 1.0;  // total reflection
    float g = sqrt(g2);
    float a = (g - c) / (g + c);
    float b = (c * (g + c) - 1.0) / (c * (g - c) + 1.0);
    return 0.5 * a * a * (1.0 + b * b);
}

// A metal between its colour straight on and white at grazing light.
vec3 metal_fresnel(float cos_in, vec3 straight_on) {
    float m = 1.0 - clamp(cos_in, 0.0, 1.0);
    float m2 = m * m;
    return straight_on + (1.0 - straight_on) * m2 * m2 * m;
}

// Share of facets, per solid angle of slopes, that mirror the sun: a normal distribution of slopes
// of variance `s2` (per axis) [cox1954].
float facets(float cos_half, float s2) {
    float c2 = max(cos_half * cos_half, 1e-4);  // steeper facets are not there
    float tan2 = (1.0 - c2) / c2;
    return exp(-tan2 / (2.0 * s2)) / (2.0 * kPi * s2 * c2 * c2);
}
