package org.mailvane.api.limits;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.mailvane.api.ApiGate;
import org.mailvane.api.Caller;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.api.errors.ProblemWriter;
import org.springframework.web.filter.OncePerRequestFilter;

/** Refuses calls with a token that has had its calls of the minute, whatever they ask for. */
public final class TokenRate extends OncePerRequestFilter {

    private final RateLimits rates;
    private final ProblemWriter problems;

    public TokenRate(RateLimits rates, ProblemWriter problems) {
        this.rates = rates;
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Optional<Caller> caller = ApiGate.caller();
        try {
            caller.ifPresent(c -> rates.countUser(c.userId()));
        } catch (ApiProblem throttled) {
            problems.write(throttled, request, response);
            return;
        }
        chain.doFilter(request, response);
    }
}
